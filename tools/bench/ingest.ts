import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "@baton/db/migrate";
import { startTemporaryPostgres } from "@baton/db/server";
import { INGEST_NODE_OPTIONS } from "@baton/launch";
import { Client } from "pg";
import type { BenchRow } from "./bench-row";
import { bundleProgram } from "./bundle-program";
import { copyTables, dumpTables, HAS_PSQL, preparePartitions } from "./copy-peer";
import { INGEST_MEGABYTES } from "./env";
import { writeLog } from "./ingest-file";
import type { IngestRun } from "./ingest-once";

const MIGRATIONS = fileURLToPath(new URL("../../packages/db/migrations", import.meta.url));
const MONTHS = [0, 1, 2, 3].map((month) => new Date(Date.UTC(2026, month, 15)));

/**
 * Reads a log into an empty database: checks, parses, masks, deduplicates, sums and commits. Compared with a
 * COPY of the resulting rows, and with the same pipeline that writes with drizzle's `insert().values()`.
 */
export async function benchIngest(): Promise<BenchRow[]> {
  const server = await startTemporaryPostgres();
  const folder = await mkdtemp(join(tmpdir(), "baton-bench-"));
  try {
    const log = join(folder, "sessions", "log.jsonl");
    await mkdir(join(folder, "sessions"));
    await writeLog(log, INGEST_MEGABYTES * 1_000_000);
    const megabytes = (await stat(log)).size / 1_000_000;

    const [program, plainProgram] = [join(folder, "ours.mjs"), join(folder, "plain.mjs")];
    await bundleProgram(program);
    await bundleProgram(plainProgram, { swapsWriter: true });
    const ours = await createDatabase(server, "ours");
    const run = await ingestOnce(program, ours, log);
    const plain = await ingestOnce(plainProgram, await createDatabase(server, "plain"), log);
    if (plain.events !== run.events) throw new Error(`${run.events} events, and ${plain.events} by values`);
    const copied = await createDatabase(server, "copied");
    const copySeconds = await copyTables(copied, await dumpTables(ours, folder));

    const copyName = HAS_PSQL ? "psql \\copy" : "COPY";
    const speed = (seconds: number) => megabytes / seconds;
    const what = `ingest of ${Math.round(megabytes)} MB, ${run.events} events`;
    const ofCopy = copySeconds / run.seconds;
    const ofPlain = plain.seconds / run.seconds;
    return [
      {
        what: `${what}, compared with a COPY of the same rows`,
        figures: { ingest: speed(run.seconds), [copyName]: speed(copySeconds) },
        unit: "MB of the log a second",
        ratio: ofCopy,
        goal: "≥ 0.5 ×",
        isMet: ofCopy >= 0.5,
      },
      {
        what: `${what}, compared with drizzle's insert().values([1000])`,
        figures: { ingest: speed(run.seconds), "by values": speed(plain.seconds) },
        unit: "MB of the log a second",
        ratio: ofPlain,
        goal: "≥ 2 ×",
        isMet: ofPlain >= 2,
      },
      {
        what: `${what}: memory`,
        figures: { ingest: run.megabytes, "by values": plain.megabytes },
        unit: "MB of resident memory at most",
        ratio: null,
        goal: "≤ 300 MB",
        isMet: run.megabytes <= 300,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server.stop();
  }
}

/** Creates a migrated database with the partitions that the log needs. */
async function createDatabase(
  { administratorUrl }: { administratorUrl: string },
  name: string,
): Promise<string> {
  const client = new Client(administratorUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  await migrate(url.href, MIGRATIONS);
  await preparePartitions(url.href, MONTHS);
  return url.href;
}

async function ingestOnce(program: string, url: string, log: string): Promise<IngestRun> {
  const child = fork(program, [url, log], { execArgv: [INGEST_NODE_OPTIONS] });
  const [run] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (typeof run !== "object") throw new Error(`the run ended with ${run}`);
  return run;
}
