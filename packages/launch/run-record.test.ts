import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePort } from "../db/server/index.mjs";
import { findRunning, removeRunRecord, writeRunRecord } from "./run-record.mjs";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-record-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("findRunning returns a running Baton until its record is removed", async () => {
  const port = await findFreePort();
  const server = createServer((_request, response) => response.end("here")).listen(port, "127.0.0.1");
  const record = {
    version: "1.0.0",
    pid: process.pid,
    address: `http://127.0.0.1:${port}`,
    ingest: "http://127.0.0.1:9",
    services: [],
  };
  writeRunRecord(folder, record);
  expect(await findRunning(folder)).toEqual(record);
  removeRunRecord(folder);
  expect(await findRunning(folder)).toBeUndefined();
  server.close();
});

test("findRunning ignores a Baton whose launcher was killed, after its services have exited", async () => {
  const launcher = spawn("true");
  await once(launcher, "exit");
  const startedAt = performance.now();
  const service = spawn("sleep", ["0.5"]);
  const ended = once(service, "exit");
  writeRunRecord(folder, {
    version: "1.0.0",
    pid: launcher.pid ?? 0,
    address: `http://127.0.0.1:${await findFreePort()}`,
    ingest: "http://127.0.0.1:9",
    services: [service.pid ?? 0],
  });
  expect(await findRunning(folder)).toBeUndefined();
  // Compares times, because a process exits slightly before Node reports it.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(500);
  await ended;
});

test("findRunning ignores another process that reuses the process id of a killed launcher", async () => {
  writeRunRecord(folder, {
    version: "1.0.0",
    pid: process.pid,
    address: `http://127.0.0.1:${await findFreePort()}`,
    ingest: "http://127.0.0.1:9",
    services: [],
  });
  expect(await findRunning(folder)).toBeUndefined();
});
