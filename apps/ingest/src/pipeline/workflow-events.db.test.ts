import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { SessionWriter } from "@baton/core/node";
import { WorkflowLog } from "@baton/core/session";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { append, count, createFolder, put, select } from "../../test/scratch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
const workspaceId = "w1";

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
});
afterEach(() => folder.remove());

const ingest = () => ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent: true });

describe("a logged workflow", () => {
  it("adds events to its session, counted by type", async () => {
    const path = join(folder.path, "sessions", "s-1.jsonl");
    const writer = new SessionWriter({ path });
    let ids = 0;
    const log = new WorkflowLog({
      workflowId: "wf-1",
      sessionId: "s-1",
      write: (event) => writer.append(event),
      now: () => Date.UTC(2026, 2, 1, 10),
      newId: () => `event-${++ids}`,
    });
    await log.start({ projectName: "Sign-in", agentPlan: ["analyzer", "architect"] });
    const artifacts = ["artifacts/analyzer/2026-03-01-auth/manifest.json"];
    await log.handOff({
      fromAgent: "analyzer",
      toAgent: "architect",
      artifacts,
      manifestTokens: 450,
      requiredTokens: 0,
      fullTokens: 10_000,
    });
    const read = { event_type: "artifact_read", path: artifacts[0], tokens: 450, reason: "manifest" };
    await append(path, { ...read, timestamp: "2026-03-01T10:00:01Z" });
    await log.complete({ success: true });
    await append(path, { ...read, tokens: "450" });

    expect((await ingest()).files).toMatchObject([{ format: "session", eventCount: 4, quarantinedCount: 1 }]);
    const row = z.object({ event_type: z.string(), n: z.number() });
    const types = await select(
      database.db,
      row,
      `select event_type, count(*)::int as n from event where session_id = 's-1' group by 1 order by 1`,
    );
    expect(types).toEqual([
      { event_type: "agent_handoff", n: 1 },
      { event_type: "artifact_read", n: 1 },
      { event_type: "workflow_complete", n: 1 },
      { event_type: "workflow_start", n: 1 },
    ]);
    const session = z.object({ workflow_id: z.string(), error_count: z.string() });
    expect(
      await select(
        database.db,
        session,
        "select workflow_id, error_count from session where session_id = 's-1'",
      ),
    ).toEqual([{ workflow_id: "wf-1", error_count: "0" }]);
    const lineage = z.object({
      kind: z.string(),
      from_agent: z.string(),
      to_agent: z.string(),
      after_tokens: z.string(),
    });
    expect(
      await select(
        database.db,
        lineage,
        "select kind, from_agent, to_agent, after_tokens from handoff where session_id = 's-1'",
      ),
    ).toEqual([{ kind: "manifest", from_agent: "analyzer", to_agent: "architect", after_tokens: "450" }]);
    await append(join(folder.path, "sessions", "s-2.jsonl"), { ...read, session_id: "s-1" });
    const reported = z.record(z.string(), z.unknown());
    await ingest();
    expect(await select(database.db, reported, "select * from workflow")).toMatchObject([
      {
        workflow_id: "wf-1",
        session_id: "s-1",
        project_name: "Sign-in",
        is_success: true,
        agent_plan: ["analyzer", "architect"],
        started_at: expect.anything(),
        completed_at: expect.anything(),
        total_handoff_tokens: "450",
      },
    ]);
    expect(await select(database.db, reported, "select * from manifest_handoff")).toMatchObject([
      {
        workflow_id: "wf-1",
        from_agent: "analyzer",
        to_agent: "architect",
        artifacts,
        manifest_tokens: "450",
      },
    ]);
    const [first] = artifacts;
    expect(
      await select(database.db, reported, "select * from artifact_read order by source_file_id"),
    ).toMatchObject([
      { session_id: "s-1", path: first, tokens: "450", reason: "manifest" },
      { session_id: "s-1", path: first, tokens: "450", reason: "manifest" },
    ]);
    const quarantined = z.object({ code: z.string(), reason: z.string() });
    expect(await select(database.db, quarantined, "select code, reason from quarantined_line")).toEqual([
      { code: "schema_error", reason: '/tokens is text ("450"), a number is needed' },
    ]);
  });
});

describe("the link to the newest run", () => {
  it("does not create a second manifest", async () => {
    const run = join(folder.path, "artifacts", "analyzer", "2026-03-01-auth");
    await put(join(run, "manifest.json"), '{"from_agent":"analyzer","timestamp":"2026-03-01T10:00:00Z"}');
    await symlink("2026-03-01-auth", join(folder.path, "artifacts", "analyzer", "latest"));
    await ingest();
    expect(await count(database.db, "manifest where path like '%/latest/%'")).toBe(0);
    expect(await count(database.db, "manifest")).toBe(1);
  });
});
