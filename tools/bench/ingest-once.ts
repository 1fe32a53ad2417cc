import { connect } from "@baton/db";
import { ingestPaths } from "@baton/ingest/pipeline";

/** Resources used to read one file. */
export interface IngestRun {
  readonly seconds: number;
  /** Peak of resident memory. */
  readonly megabytes: number;
  readonly events: number;
}

// A separate process, because of its memory and because its writer may be replaced.
const [url = "", path = ""] = process.argv.slice(2);
const connection = connect(url, { max: 4 });
const start = performance.now();
const report = await ingestPaths({ db: connection.db, workspaceId: "bench", paths: [path] });
const run: IngestRun = {
  seconds: (performance.now() - start) / 1_000,
  megabytes: (process.resourceUsage().maxRSS * 1_024) / 1_000_000,
  events: report.files.reduce((sum, { eventCount }) => sum + eventCount, 0),
};
await connection.close();
process.send?.(run);
