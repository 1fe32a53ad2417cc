import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Metrics } from "../metrics";
import type { Intake } from "./intake";
import { EVENTS_ADDRESS, postEvents } from "./post-events";
import { postTraces, TRACES_ADDRESS, toStatus } from "./post-traces";
import { Refusal, toProblem } from "./refusal";

/** What the endpoints need. */
export interface AppOptions {
  /** Whether the database answers and is migrated, and followed sources are registered. */
  isReady(): Promise<boolean>;
  metrics: Metrics;
  intake: Intake;
  /** A fault of Baton, which the sender is told of as such. */
  onFault(error: unknown): void;
}

/**
 * `/healthz`: the process lives; `/readyz`: it can work; `/metrics`: what it has done; `/v1/events` and
 * `/v1/traces`: what programs post.
 */
export function createApp({
  isReady,
  metrics,
  intake,
  onFault,
}: AppOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await isReady()) ? c.json({ status: "ready" }) : c.json({ status: "starting" }, 503),
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
        return refuse(new Refusal(500, "fault", "A fault of Baton; its log says more."), incoming);
      });
      metrics.countRequest(address, response.status, (performance.now() - start) / 1000);
      return response;
    });
    const onlyPost = new Refusal(405, "only_post", "Only POST is answered here.", { allow: "POST" });
    app.all(address, () => toProblem(onlyPost));
  };
  takePosts(EVENTS_ADDRESS, postEvents, toProblem);
  takePosts(TRACES_ADDRESS, postTraces, toStatus);
  app.notFound(() => toProblem(new Refusal(404, "not_found", "There is nothing at this address.")));
  return app;
}
