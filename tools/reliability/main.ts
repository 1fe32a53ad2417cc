import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connect, type Database } from "@baton/db";
import { startTemporaryPostgres } from "@baton/db/server";
import { createDistributedDatabase } from "@baton/db/test/distributed-database";
import { startStandby } from "@baton/db/test/standby";
import { MIGRATIONS_FOLDER } from "@baton/db/test/template-database";
import { testNodes } from "@baton/db/test/test-nodes";
import { restartPostgresAtOnce } from "@baton/ingest/test/restart-postgres";
import { INGEST_NODE_OPTIONS, startBaton } from "@baton/launch";
import { build } from "../../scripts/build.mjs";
import { ensureChromium } from "../../scripts/chromium.mjs";
import { startNginx } from "./start-nginx";
import { useWeb } from "./use-web";
import { check, compareLines } from "./verdict";
import { walkPages } from "./walk-pages";
import { watchMemory } from "./watch-memory";
import { writeLogs } from "./write-logs";

const USAGE = `npm run reliability -- [--minutes 10] [--kill-every 2 | --steady] [--nginx [--path PATH]] [--lag SECONDS]

Runs the built product for some minutes. It writes and renames logs, kills one of three ingest replicas every two seconds, restarts
PostgreSQL about every minute, and opens the pages in a browser. Exits with 0 if each line is stored once, all sums equal a recount, and
the audit log is intact; otherwise with 1.

--kill-every SECONDS  between two kills; a replica that starts slowly needs more than two to store anything
--steady              kills and restarts nothing, and writes and reads less often; also fails if the memory or the open files of ingest or web grow (Linux)
--nginx               the browser goes through nginx, with TLS and a port in the address
--path PATH           with --nginx: Baton is built for this path, such as /baton, and each page is opened first. Nothing
                      else is served, so each link or request outside of the path is an error
--lag SECONDS         pages read from a replica that lags by this time`;

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const REPLICAS = 3;
const NGINX_PORT = 3_950;
const RESTART_MILLISECONDS = 60_000;
/** Lines count as lost if ingest stores none of them for so long. */
const PATIENCE_MILLISECONDS = 120_000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    "kill-every": { type: "string", default: "2" },
    steady: { type: "boolean", default: false },
    nginx: { type: "boolean", default: false },
    path: { type: "string", default: "" },
    lag: { type: "string", default: "0" },
    help: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const killSeconds = Number(values["kill-every"]);
const lag = Number(values.lag);
if (
  values.help ||
  (values.path !== "" && !values.nginx) ||
  !(minutes > 0) ||
  !(killSeconds > 0) ||
  !(lag >= 0)
) {
  console.error(USAGE);
  process.exit(values.help ? 0 : 2);
}

const end = new AbortController();
const browser = await ensureChromium(ROOT, end.signal);
const folder = await mkdtemp(join(tmpdir(), "baton-reliability-"));
const followed = join(folder, "followed");
const server = await startServer();
const standby = lag > 0 ? await startLaggingStandby() : null;
const replicas: ReturnType<typeof startReplica>[] = [];
if (values.nginx) process.env.BATON_URL = `https://127.0.0.1:${NGINX_PORT}${values.path}`;
await build(ROOT, end.signal, process.env.BATON_URL);
try {
  const baton = await startBaton({
    root: ROOT,
    databaseUrl: server.url,
    dataFolder: folder,
    follow: [],
    port: 3_940,
    signal: end.signal,
  });
  const nginx = values.nginx
    ? startNginx(ROOT, folder, values.path, { public: NGINX_PORT, web: baton.port, ingest: baton.ingestPort })
    : null;
  try {
    const walk = values.path === "" ? null : await walkPages(browser, baton.signInLink ?? "");
    await baton.services.find(({ name }) => name === "Ingest")?.stop();
    const stop = new AbortController();
    const writing = writeLogs(followed, values.steady ? 300 : 60, stop.signal);
    for (let place = 0; place < REPLICAS; place++) replicas[place] = startReplica();
    const using = useWeb(browser, baton.signInLink ?? "", {
      pauseSeconds: values.steady ? 5 : 0.5,
      signal: stop.signal,
      cookies: walk?.cookies,
    });
    const disturbing = values.steady ? null : disturb(stop.signal);
    const watching = values.steady ? watchMemory(processesOf(baton), stop.signal) : null;
    await Promise.race([sleep(minutes * 60_000), writing, using, disturbing ?? watching]);
    stop.abort();
    const { hashes, rotationCount } = await writing;
    const work = {
      minutes,
      ...(await disturbing),
      ...(await watching),
      nginx: values.nginx,
      lag,
      pages: walk?.pages,
      problems: walk?.problems,
      lines: hashes.length,
      renamed: rotationCount,
      web: await using,
    };
    const connection = connect(server.url, { max: 2 });
    const catchUp = await waitForLines(connection.db, hashes);
    const verdict = await check(connection.db, hashes);
    await connection.close();
    const outside = nginx?.listOutside() ?? [];
    console.log(JSON.stringify({ ...work, outside, ...catchUp, ...verdict }, null, 2));
    const isFlat = (await watching)?.isFlat ?? true;
    const isInside = !walk?.problems.length && outside.length === 0;
    process.exitCode = verdict.isExact && isFlat && isInside ? 0 : 1;
  } finally {
    await nginx?.stop();
    await baton.stop();
  }
} finally {
  for (const { kill } of replicas) await kill();
  await standby?.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

/** Waits until no line is missing, or none arrives any more. */
async function waitForLines(db: Database, hashes: readonly string[]) {
  const begin = Date.now();
  let { missing } = await compareLines(db, hashes);
  const missingAtEnd = missing;
  let progress = begin;
  while (missing > 0 && Date.now() < progress + PATIENCE_MILLISECONDS) {
    await sleep(500);
    const now = (await compareLines(db, hashes)).missing;
    if (now < missing) progress = Date.now();
    missing = now;
  }
  return { missingAtEnd, secondsToCatchUp: Math.round((progress - begin) / 1000) };
}

/** Uses the nodes of `npm run citus`; without them, a server of its own. */
async function startServer(): Promise<{
  url: string;
  administratorUrl?: string;
  port: number;
  stop: () => Promise<void>;
}> {
  const [coordinator] = testNodes();
  if (!coordinator) return startTemporaryPostgres();
  const url = await createDistributedDatabase(coordinator, "baton", MIGRATIONS_FOLDER);
  return { url, port: Number(new URL(url).port), stop: async () => {} };
}

/** Starts a replica of PostgreSQL, from which web reads. */
async function startLaggingStandby() {
  if (server.administratorUrl === undefined) throw new Error("--lag needs a server of its own, not Citus.");
  const started = await startStandby(server.administratorUrl, { delaySeconds: lag });
  const url = new URL(server.url);
  url.port = new URL(started.url).port;
  process.env.DATABASE_READ_URL = url.href;
  return started;
}

function startReplica(): { pid: number | undefined; kill: () => Promise<void> } {
  const child = spawn(process.execPath, [join(ROOT, "apps", "ingest", "dist", "main.mjs")], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: INGEST_NODE_OPTIONS,
      DATABASE_URL: server.url,
      BATON_PROJECT_ROOT: ROOT,
      BATON_FOLLOW: followed,
      BATON_INGEST_PORT: "0",
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { pid: child.pid, kill };
}

/** @returns the process IDs of the ingest replicas and of the web server. */
function processesOf({ services }: Awaited<ReturnType<typeof startBaton>>): Record<string, number> {
  const web = services.find(({ name }) => name === "The web server");
  const processes = [
    ...replicas.map(({ pid }, index) => [`ingest ${index + 1}`, pid] as const),
    ["web", web?.pid] as const,
  ];
  return Object.fromEntries(processes.flatMap(([name, pid]) => (pid === undefined ? [] : [[name, pid]])));
}

/** Kills replicas and restarts PostgreSQL until the signal aborts. */
async function disturb(signal: AbortSignal) {
  const [kills, restartsOfPostgres] = await Promise.all([killAlternately(signal), restartPostgres(signal)]);
  return { killSeconds, kills, restartsOfPostgres };
}

/** @returns how often one was killed. */
async function killAlternately(signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    await sleep(killSeconds * 1_000, null, { signal }).catch(() => {});
    if (signal.aborted) return count;
    const place = count % REPLICAS;
    await replicas[place]?.kill();
    replicas[place] = startReplica();
  }
}

/** @returns how often it was restarted. */
async function restartPostgres(signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    await sleep(RESTART_MILLISECONDS * (0.5 + Math.random()), null, { signal }).catch(() => {});
    if (signal.aborted) return count;
    await restartPostgresAtOnce(server.port);
  }
}
