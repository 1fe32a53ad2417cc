import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let path: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  folder = await mkdtemp(join(tmpdir(), "baton-verify-command-"));
  path = join(folder, "sessions", "s1.jsonl");
  await mkdir(join(folder, "sessions"));
  await writeFile(path, '{"event_type":"note"}\n{ broken\n\n{"event_type":"note"}\n');
  await runCommand("ingest", folder);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await database.drop();
});

describe("baton verify", () => {
  it("reports that database and files match", async () => {
    const { exitCode, stdout } = await runCommand("verify");
    expect(stdout).toBe(
      "1 file of “default”, 4 lines: 2 with events, 1 in quarantine, 1 blank.\nVerified: database and files match.\n",
    );
    expect(exitCode).toBe(0);
  });

  it("names each difference with its location and next step, and exits with 1", async () => {
    await database.db.execute(sql`delete from event where line_number = 4`);
    const { exitCode, stdout } = await runCommand("verify");
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${path}:4: missing_line\n`);
    expect(stdout).toContain(`${path}: wrong_count\n`);
    expect(stdout).toMatch(/\n2 differences\. The database or the file was changed outside Baton\./);
    const { exitCode: code, stdout: json, stderr } = await runCommand("verify", "--json");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(json)).toMatchObject({
      ok: false,
      complete: true,
      differences: 2,
      files: 1,
      lines: 4,
      event_lines: 1,
      quarantined: 1,
      findings: [
        { code: "missing_line", severity: "error", path, line: 4, offset: 32 },
        { code: "wrong_count" },
      ],
    });
  });

  it("lists deleted files that it cannot check", async () => {
    await rm(path);
    const { exitCode, stdout } = await runCommand("verify");
    expect(stdout).toContain(`Cannot be checked, the file was deleted (1):\n${path}\n`);
    expect(exitCode).toBe(1);
  });

  it("lists losses, and exits with 1 until they are acknowledged", async () => {
    const workspace = ["--workspace", "lossy"];
    const log = join(folder, "lossy", "sessions", "s2.jsonl");
    await mkdir(join(folder, "lossy", "sessions"), { recursive: true });
    await writeFile(log, '{"event_type":"note","event_id":"a"}\n');
    await runCommand("ingest", join(folder, "lossy"), ...workspace);
    expect((await runCommand("verify", ...workspace)).exitCode).toBe(0);
    await writeFile(log, '{"event_type":"note","event_id":"b","text":"after the log was emptied"}\n');
    await runCommand("ingest", join(folder, "lossy"), ...workspace);
    const { exitCode, stdout } = await runCommand("verify", ...workspace);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("Lost before ingest could read it (1):\n");
    expect(stdout).toMatch(/s2\.jsonl was replaced: an unknown amount since \d{4}-.*Z, noticed \d{4}-/);
    expect(JSON.parse((await runCommand("verify", ...workspace, "--json")).stdout)).toMatchObject({
      ok: false,
      differences: 0,
      losses: [{ path: log, cause: "rewritten", lost_bytes: null }],
    });
    const acknowledged = await runCommand("verify", ...workspace, "--acknowledge-losses");
    expect(acknowledged.stdout).toContain("These losses are acknowledged now.\n");
    expect(acknowledged.exitCode).toBe(0);
    const { exitCode: code, stdout: after } = await runCommand("verify", ...workspace);
    expect(after).not.toContain("Lost");
    expect(code).toBe(0);
  });

  it("rejects an unknown workspace", async () => {
    expect(await runCommand("verify", "--workspace", "nowhere")).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
