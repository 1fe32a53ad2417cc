import { gunzipSync } from "node:zlib";
import { connect } from "@baton/db";
import { createApp } from "../src/http/app";
import { Intake } from "../src/http/intake";
import { listen } from "../src/http/listen";
import { Metrics } from "../src/metrics";
import { createContext } from "../src/pipeline/create-context";
import { NO_COUNTS } from "../src/pipeline/ingest-context";

/**
 * Answers requests on an existing database, to be killed and overloaded: `http-child URL MODE`. Prints its
 * port. Every mode other than `careful` breaks a guarantee, which the tests must catch.
 */
const [, , url = "", mode = "careful"] = process.argv;

/** Responds before the rows are stored, early enough for a kill in between. */
class HastyIntake extends Intake {
  override async store(...[admitted, post]: Parameters<Intake["store"]>): ReturnType<Intake["store"]> {
    setTimeout(() => super.store(admitted, post).catch(() => {}), 200);
    const { workspaceId, prefix, address } = post.place;
    const file = { workspaceId, sourceId: 0, path: prefix + address };
    return { status: "stored", file, isRepeated: false, counts: NO_COUNTS, badLines: [] };
  }
}

/** Does not record stored batches. */
class ForgetfulIntake extends Intake {
  override store(...[admitted, post]: Parameters<Intake["store"]>): ReturnType<Intake["store"]> {
    return super.store(admitted, { ...post, mark: null });
  }
}

const { db } = connect(url, { max: 6 });
const Made = mode === "hasty" ? HastyIntake : mode === "forgetful" ? ForgetfulIntake : Intake;
const intake = new Made({
  context: createContext({ db, storesContent: true }),
  isPrepared: () => true,
  requestsPerMinute: 600_000,
  observer: { onBatch: () => {}, onFailure: () => {} },
});
const metrics = new Metrics();
metrics.measure({ lags: () => [], load: () => intake.load });
const app = createApp({
  isReady: async () => true,
  metrics,
  intake,
  onFault: (error) => console.error(error),
});
if (mode === "greedy") {
  // Accepts every body before authentication.
  app.post("/greedy", async ({ env: { incoming } }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    return new Response(String(gunzipSync(Buffer.concat(chunks)).length));
  });
}
const { port } = await listen(app, 0);
process.stdout.write(`${port}\n`);
