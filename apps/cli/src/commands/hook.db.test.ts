import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHook } from "@baton/claude-code";
import { countSessionEvents, listSessionCompactions } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let project: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("CLAUDE_PROJECT_DIR", "");
  project = await mkdtemp(join(tmpdir(), "baton-hook-ingest-"));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(project, { recursive: true });
  await database.drop();
});

function hook(event: string, fields: object = {}) {
  const transcript_path = join(project, "transcript.jsonl");
  const common = { session_id: "s1", transcript_path, cwd: project, hook_event_name: event };
  const input = JSON.stringify({ ...common, ...fields });
  return runHook({ input, workingDirectory: project, now: Date.UTC(2026, 2, 1) });
}

describe("events recorded by hooks", () => {
  it("form a session with its compaction and its number of tool calls", async () => {
    for (let id = 0; id < 12; id += 1)
      await hook("PostToolUse", { tool_name: "Read", tool_use_id: `toolu_${id}` });
    await hook("PreCompact", { trigger: "manual" });
    const metadata = { trigger: "manual", preTokens: 150_000, postTokens: 30_000 };
    const boundary = { type: "system", subtype: "compact_boundary", uuid: "b1", compactMetadata: metadata };
    await writeFile(join(project, "transcript.jsonl"), `${JSON.stringify(boundary)}\n`);
    await hook("PostCompact", { trigger: "manual" });

    const { exitCode, stdout } = await runCommand("ingest", join(project, ".claude", "logs"), "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).files).toMatchObject([{ format: "session", new_events: 14, quarantined: 0 }]);
    const session = { workspaceId: "default", sessionId: "s1" };
    expect(await listSessionCompactions(database.db, session)).toMatchObject([
      { agent: "main", trigger: "manual", beforeTokens: 150_000, afterTokens: 30_000 },
    ]);
    const counts = await countSessionEvents(database.db, { ...session, limit: 10 });
    expect(Object.fromEntries(counts.map(({ eventType, count }) => [eventType, count]))).toEqual({
      tool_call: 12,
      pre_compact: 1,
      compaction: 1,
    });
  });
});
