import type { IncomingMessage } from "node:http";
import { Refusal } from "@baton/http";
import type { HttpBindings } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Metrics } from "../metrics";
import { describeRoutes } from "./describe-routes";
import type { Intake } from "./intake";
import { toStatus } from "./otlp-exchange";
import { EVENTS_ADDRESS, postEvents } from "./post-events";
import { LOGS_ADDRESS, postLogs } from "./post-logs";
import { METRICS_ADDRESS, postMetrics } from "./post-metrics";
import { postTraces, TRACES_ADDRESS } from "./post-traces";

/** Dependencies of the endpoints. */
interface AppOptions {
  /** Returns true if the database is available and migrated, and followed sources are registered. */
  isReady(): Promise<boolean>;
  metrics: Metrics;
  intake: Intake;
  /** Reports an internal error. The client gets a 500. */
  onFault(error: unknown): void;
}

/** Returns the HTTP server of ingest. `describe-routes.ts` describes the routes. */
export function createApp({ isReady, metrics, intake, onFault }: AppOptions) {
  const app = new OpenAPIHono<{ Bindings: HttpBindings }>();
  describeRoutes(app);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await isReady())
      ? c.json({ status: "ready" })
      : c.json(
          { status: "unavailable", reason: "The database does not respond, or is not migrated yet." },
          503,
        ),
  );
  app.get("/metrics", async (c) => {
    const { text, contentType } = await metrics.render();
    return c.body(text, 200, { "content-type": contentType });
  });
  const takePosts = (
    address: string,
    post: (intake: Intake, incoming: IncomingMessage) => Promise<Response>,
    refuse: (refusal: Refusal, incoming: IncomingMessage) => Response,
  ) => {
    app.post(address, async ({ env: { incoming } }) => {
      const start = performance.now();
      const response = await post(intake, incoming).catch((error: unknown) => {
        if (error instanceof Refusal) return refuse(error, incoming);
        onFault(error);
        return refuse(new Refusal(500, "failed", "Internal error. See the log of ingest."), incoming);
      });
      metrics.countRequest(address, response.status, (performance.now() - start) / 1000);
      return response;
    });
    const onlyPost = new Refusal(405, "only_post", "Use POST.", { headers: { allow: "POST" } });
    app.all(address, () => onlyPost.toResponse());
  };
  takePosts(EVENTS_ADDRESS, postEvents, (refusal) => refusal.toResponse());
  takePosts(TRACES_ADDRESS, postTraces, toStatus);
  takePosts(LOGS_ADDRESS, postLogs, toStatus);
  takePosts(
    METRICS_ADDRESS,
    (intake, incoming) => postMetrics(intake, incoming, (count) => metrics.countMetrics(count)),
    toStatus,
  );
  app.notFound(() =>
    new Refusal(
      404,
      "no_such_route",
      "Route not found. This is ingest: GET /openapi.json lists its routes. Pages and the HTTP API have the address of the web server.",
    ).toResponse(),
  );
  return app;
}
