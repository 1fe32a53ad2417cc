import { listAuditRecords, listSessionHandoffs, listSessionOutlines } from "@baton/db";
import { event, handoff, leak, quarantinedLine, session, sourceFile, workspace } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { verifySessionAudit } from "@baton/server/session-audit";
import { exportSession } from "@baton/services/session/export-session";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toSessionFile } from "./session-file";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("exportSession writes a file that can be verified offline, and an audit entry with its last hash", async () => {
  const { db } = database;
  const workspaceId = "team";
  const at = new Date();
  await db.insert(workspace).values({ workspaceId, name: workspaceId });
  await db.insert(session).values({
    workspaceId,
    sessionId: "s/1",
    format: "session",
    title: "<b>Claim</b>",
    startedAt: at,
    lastEventAt: at,
  });
  await db.execute("create table handoff_all partition of handoff default");
  await db.insert(sourceFile).values({ workspaceId, sourceId: 1, path: "/s.jsonl" });
  await db.insert(handoff).values({
    workspaceId,
    occurredAt: at,
    sourceFileId: 1,
    generation: 0,
    sequence: 0,
    ordinal: 0,
    eventId: "e",
    sessionId: "s/1",
    kind: "context",
    fromAgent: "a",
    toAgent: "b",
    policyVersion: "ab".repeat(32),
  });
  await db.insert(leak).values({
    workspaceId,
    occurredAt: at,
    sourceFileId: 1,
    generation: 0,
    sequence: 0,
    ordinal: 0,
    name: "ssn",
    field: "ssn",
    sessionId: "s/1",
    eventId: "e",
    fromAgent: "a",
    toAgent: "b",
    evidence: "same_name",
    tokens: 3,
    places: [{ path: "a.ssn", tokens: 3, by: "same_name" }],
    blockedAt: at,
    blockedSessionId: "s/1",
    blockedEventId: "d",
    blockedFromAgent: "c",
  });
  const actor = { id: "u1", name: "Ada" };
  for (const format of ["json", "html"] as const) {
    const audit = await exportSession(db, { workspaceId, sessionId: "s/1", actor, format });
    if (typeof audit === "string") throw new Error(audit);
    const file = toSessionFile(audit, format);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="session-s_1.${format}"`);
    const verdict = verifySessionAudit(await file.text());
    expect(verdict).toMatchObject({ ok: true, sessionId: "s/1", recordCount: 4, findings: [] });
    expect(audit.records.at(-1)).toMatchObject({ action: "session.leak", subject: "ssn reached b" });
    const [row] = (await listAuditRecords(db, { workspaceId, limit: 1 })).records;
    expect(row).toMatchObject({ action: "session.export", actor_name: "Ada" });
    expect(row?.details).toContain(verdict.head);
  }
  expect(await exportSession(db, { workspaceId, sessionId: "none", actor, format: "json" })).toBe("missing");
});

it("exportSession warns about files with lines that could not be imported", async () => {
  const { db } = database;
  const key = { workspaceId: "team", sessionId: "torn" };
  const at = new Date();
  const [file] = await db
    .insert(sourceFile)
    .values({ workspaceId: "team", sourceId: 1, path: "/torn.jsonl" })
    .returning();
  const line = {
    workspaceId: "team",
    sourceFileId: file?.sourceFileId ?? 0,
    generation: 0,
    lineNumber: 1,
    byteLength: 1,
    sha256: "",
  };
  await db.insert(session).values({ ...key, format: "session", startedAt: at, lastEventAt: at });
  await db.execute("create table event_all partition of event default");
  await db.insert(event).values({
    ...line,
    ...key,
    occurredAt: at,
    sequence: 0,
    ordinal: 0,
    eventType: "note",
    hasContent: true,
  });
  await db
    .insert(quarantinedLine)
    .values({ ...line, sequence: 9, code: "not_json", reason: "the line is no JSON" });
  const exported = await exportSession(db, { ...key, actor: { id: "u1", name: "Ada" }, format: "json" });
  expect(exported).toMatchObject({
    records: {
      1: {
        action: "session.unread_lines",
        subject: "/torn.jsonl",
        details: JSON.stringify({ lines: 1, quarantinedLines: 1 }),
      },
    },
  });
});

it("exportSession refuses a session that is too large, and reads no more of it than a page", async () => {
  const { db } = database;
  const key = { workspaceId: "team", sessionId: "large" };
  const at = new Date();
  const large = { ...key, startedAt: at, lastEventAt: at };
  await db.insert(session).values({ ...large, format: "session" });
  await db.execute(sql`insert into handoff
      (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, event_id, session_id, kind, from_agent, to_agent)
    select 'team', ${at.toISOString()}::timestamptz, 1, 0, n, 0, 'large-' || n, 'large', 'context', 'a', 'b' from generate_series(1, 10001) n`);
  const refused = await exportSession(db, { ...key, actor: { id: "u1", name: "Ada" }, format: "html" });
  expect(refused).toBe("too_large");
  expect(await listSessionOutlines(db, key)).toBeNull();
  expect(await listSessionHandoffs(db, large)).toHaveLength(10_000);

  await db.execute(sql`delete from handoff where session_id = 'large' and sequence > 1`);
  expect(await listSessionOutlines(db, key)).toHaveLength(1);
  await db.execute("create table handoff_outline_all partition of handoff_outline default");
  await db.execute(sql`insert into handoff_outline
      (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, event_id, entries, is_truncated)
    select workspace_id, occurred_at, 1, 0, 1, 0, event_id, jsonb_build_array(repeat('k', ${25 * 1024 * 1024})), false from handoff where session_id = 'large'`);
  expect(await listSessionOutlines(db, key)).toBeNull();
  await db.execute("delete from handoff_outline");
  expect(await listSessionOutlines(db, key)).toHaveLength(1);
  await db.execute(sql`insert into event
      (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, event_type, line_number, byte_length, sha256, has_content)
    select workspace_id, occurred_at, 1, 0, 1, 0, 'context_handoff', 1, ${64 * 1024 * 1024 + 1}, '', false
    from handoff where session_id = 'large'`);
  expect(await listSessionOutlines(db, key)).toBeNull();
});

it("exportSession includes policies and summaries of other lines in the size limit", async () => {
  const { db } = database;
  const actor = { id: "u1", name: "Ada" };
  const at = new Date();
  const isTooLarge = async (sessionId: string) =>
    (await exportSession(db, { workspaceId: "team", sessionId, actor, format: "json" })) === "too_large";
  for (const sessionId of ["named", "summed"])
    await db
      .insert(session)
      .values({ workspaceId: "team", sessionId, format: "session", startedAt: at, lastEventAt: at });
  await db.execute(sql`insert into handoff
      (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, event_id, session_id, kind, from_agent, to_agent, policy_version)
    select 'team', now(), 1, 1, n, 0, 'named-' || n, 'named', 'context', 'a', 'b', 'v' || n from generate_series(1, 3) n`);
  expect(await isTooLarge("named")).toBe(false);
  const text = JSON.stringify({ description: "x".repeat(1_500_000) });
  await db.execute(sql`insert into policy_version
      (workspace_id, policy_version, origin, policy_text, is_enabled, is_observing, first_seen_at, last_seen_at)
    select 'team', 'v' || n, 'announced', ${text}, true, false, now(), now() from generate_series(1, 3) n`);
  expect(await isTooLarge("named")).toBe(true);
  await db.execute(sql`insert into compaction
      (workspace_id, event_id, occurred_at, source_file_id, generation, sequence, ordinal, session_id, summary)
    select 'team', 'c' || n, now(), 1, 2, n, 0, 'summed', repeat('x', 7000000) from generate_series(1, 10) n`);
  expect(await isTooLarge("summed")).toBe(true);
  await db.execute(sql`delete from compaction where event_id > 'c1' and session_id = 'summed'`);
  expect(await isTooLarge("summed")).toBe(false);
});
