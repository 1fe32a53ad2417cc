import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canEnter, chooseAccount } from "./account.mjs";
import { databaseUrls } from "./cluster.mjs";
import { startPostgres } from "./start.mjs";

/** Reads until its input ends, then stops the server and deletes its files. */
const CARETAKER = `
  cat > /dev/null
  pid=$(head -n 1 "$1/pg/postmaster.pid") && kill -INT "$pid"
  while kill -0 "$pid" && [ -e "$1/pg/postmaster.pid" ]; do sleep 0.05; done
  rm -rf "$1"`;

/**
 * Starts a separate PostgreSQL in a temporary folder for tests, fast and not durable. It stops when this process
 * exits for any reason, because test runners are often interrupted.
 * @returns {Promise<{ url: string, administratorUrl: string, port: number, stop: () => Promise<void> }>}
 *   `administratorUrl` belongs to a role that may create databases; `stop` also removes the folder
 * @throws {import("./start-error.mjs").StartError}
 */
export async function startTemporaryPostgres() {
  const parent = canEnter(chooseAccount(), tmpdir()) ? tmpdir() : "/tmp";
  const folder = mkdtempSync(join(parent, "baton-postgres-"));
  chmodSync(folder, 0o755);
  const caretaker = spawn("/bin/sh", ["-c", CARETAKER, "sh", folder], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(caretaker, "exit");
  caretaker.unref();
  const stop = async () => {
    caretaker.ref();
    caretaker.stdin.end();
    await ended;
  };
  try {
    const dataDirectory = join(folder, "pg");
    const { url, port } = await startPostgres({ dataDirectory, fast: true });
    return { url, administratorUrl: databaseUrls(dataDirectory, port).administratorUrl, port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
