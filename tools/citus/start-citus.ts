import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@baton/db";
import { chooseAccount, findFreePort } from "@baton/db/server";
import { sql } from "drizzle-orm";
import type { CitusBuild } from "./build-citus";

/** Settings of Citus, and those of a disposable server. */
const SETTINGS = {
  shared_preload_libraries: "citus",
  "citus.node_conninfo": "sslmode=disable",
  "citus.shard_count": "4",
  // Some tests add triggers of their own.
  "citus.enable_unsafe_triggers": "on",
  wal_level: "logical",
  max_connections: "300",
  max_prepared_transactions: "300",
  max_worker_processes: "64",
  max_locks_per_transaction: "1024",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  log_error_verbosity: "verbose",
};

const PATIENCE_MILLISECONDS = 30_000;

/** The running nodes. The first one is the coordinator. */
export interface CitusCluster {
  /** Addresses of a superuser, in the database `postgres`. */
  urls: string[];
  stop: () => Promise<void>;
}

/**
 * Starts a coordinator and workers on loopback, with empty data in a temporary folder. Every local account may connect,
 * so they are for tests only.
 *
 * @param options.workers number of workers.
 * @param options.logFolder receives the output of each node: `node-0.log` is the coordinator's.
 * @param options.settings further settings of all nodes, as in postgresql.conf.
 */
export async function startCitus(
  { bin }: CitusBuild,
  {
    workers,
    logFolder,
    settings = {},
  }: { workers: number; logFolder: string; settings?: Record<string, string> },
): Promise<CitusCluster> {
  const account = chooseAccount();
  const folder = mkdtempSync(join(tmpdir(), "baton-citus-"));
  chmodSync(folder, 0o755);
  const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let place = 0; place <= workers; place++) {
      const [data, log] = [join(folder, `node-${place}`), join(logFolder, `node-${place}.log`)];
      nodes.push(await startNode({ bin, account, data, log, settings: { ...SETTINGS, ...settings } }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: nodes.map(({ port }) => `postgres://baton@127.0.0.1:${port}/postgres`), stop };
}

async function startNode({
  bin,
  account,
  data,
  log,
  settings,
}: {
  bin: string;
  account: ReturnType<typeof chooseAccount>;
  data: string;
  log: string;
  settings: Record<string, string>;
}) {
  mkdirSync(data, { mode: 0o700 });
  if (account) chownSync(data, account.uid, account.gid);
  const options = { ...account, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } };
  const initdb = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "baton", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
    { ...options, encoding: "utf8" },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);
  const port = await findFreePort(3_941);
  const output = openSync(log, "w");
  const all = Object.entries({ ...settings, port: String(port) });
  const child = spawn(
    join(bin, "postgres"),
    ["-D", data, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...options, detached: true, stdio: ["ignore", output, output] },
  );
  const pid = () =>
    Number(spawnSync("head", ["-n", "1", join(data, "postmaster.pid")], { encoding: "utf8" }).stdout);
  const stop = async () => {
    // Reads the file, because a test may have restarted the server.
    const postmaster = pid();
    if (!postmaster) return;
    process.kill(postmaster, "SIGINT");
    while (pid() === postmaster) await sleep(50);
  };
  const connection = connect(`postgres://baton@127.0.0.1:${port}/postgres`, { max: 1 });
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      await connection.db.execute(sql`select 1`);
      break;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
  await connection.close();
  return { port, stop };
}
