import { Hono } from "hono";
import type { Metrics } from "../metrics";

/** What the endpoints need to know. */
export interface Condition {
  /** Whether the database answers and is migrated, and followed sources are registered. */
  isReady(): Promise<boolean>;
  metrics: Metrics;
}

/** `/healthz`: the process lives; `/readyz`: it can work; `/metrics`: what it has done. */
export function createApp({ isReady, metrics }: Condition): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await isReady()) ? c.json({ status: "ready" }) : c.json({ status: "starting" }, 503),
  );
  app.get("/metrics", async (c) => {
    const { text, contentType } = await metrics.render();
    return c.body(text, 200, { "content-type": contentType });
  });
  return app;
}
