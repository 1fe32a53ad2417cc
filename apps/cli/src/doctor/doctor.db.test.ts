import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@baton/db/server";
import { expect, it, onTestFinished } from "vitest";
import { runCommand } from "../../test/run-command";

it("baton doctor checks Baton's own database while it is stopped, and stops it again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "baton-doctor-"));
  const dataDirectory = join(folder, "pg");
  const server = await startPostgres({ dataDirectory, fast: true });
  await server.stop();
  const cluster = await realpath(dataDirectory);
  onTestFinished(async () => {
    for (const path of [folder, cluster]) await rm(path, { recursive: true, force: true });
  });

  const sound = await runCommand("doctor", "--data", folder);
  expect(sound.stdout).toContain("ok       database: PostgreSQL 18, the next start migrates it");
  expect((await runCommand("status", "--data", folder)).stdout).toContain("does not run");

  await rm(join(cluster, "global"), { recursive: true });
  const { exitCode, stdout } = await runCommand("doctor", "--data", folder);
  expect({ exitCode, stdout }).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining("PROBLEM  database:"),
  });
  expect(stdout).toContain("postgres.log has the details");
}, 120_000);
