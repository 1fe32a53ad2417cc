import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { StartError } from "../db/server/index.mjs";
import { openDatabase, watchServer } from "./database.mjs";

const root = mkdtempSync(join(tmpdir(), "baton-launch-"));
afterAll(() => rmSync(root, { recursive: true }));

it("says at the start why a database of one's own cannot be used", async () => {
  const baton = join(root, "apps/cli/dist/baton.mjs");
  mkdirSync(dirname(baton), { recursive: true });
  writeFileSync(
    baton,
    `console.error("baton: " + process.argv[2] + ": " + process.env.DATABASE_URL + " rejected the password.");
     process.exitCode = 1;`,
  );
  const databaseUrl = "postgres://db/baton";
  const { signal } = new AbortController();
  const opening = openDatabase({ root, databaseUrl, dataFolder: root, signal });
  await expect(opening).rejects.toThrow(
    new StartError("migrate: postgres://db/baton rejected the password."),
  );
});

it("reports the log of a PostgreSQL that was killed", async () => {
  const logFile = join(root, "postgres.log");
  writeFileSync(logFile, "LOG:  database system is ready\n");
  const server = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  if (server.pid === undefined) throw new Error("The program did not start.");
  const { ended, explainEnd } = watchServer(server.pid, logFile);
  server.kill("SIGKILL");
  // Its wait alone does not keep a process alive, as it must not delay the end of a launcher.
  const alive = setInterval(() => {}, 1_000);
  await ended;
  clearInterval(alive);
  expect(explainEnd().message).toMatch(/^PostgreSQL stopped; .*postgres\.log says:\nLOG: {2}database/);
});
