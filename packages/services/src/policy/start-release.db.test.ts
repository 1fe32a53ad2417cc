import type { ReleaseStage } from "@baton/core/policy";
import {
  getLivePolicy,
  getObservedEffect,
  getPolicyDraft,
  getPublication,
  getRunningRelease,
  listVersionEffects,
  type PolicyContent,
  readPolicyContent,
} from "@baton/db";
import { auditLog, handoffOutline, notification } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildHandoffs, buildWorkspace } from "@baton/db/test/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeRelease } from "./change-release";
import { finishRelease } from "./finish-release";
import { publishDraft } from "./publish-draft";
import { publishImported } from "./publish-imported";
import { reviewDraft } from "./review-draft";
import { startDraft } from "./start-draft";
import { startRelease } from "./start-release";
import { stopRelease } from "./stop-release";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ann = { id: "ann", name: "Ann" };
const bob = { id: "bob", name: "Bob" };

function contentOf(section: object): PolicyContent {
  return {
    document: JSON.stringify({ other: 1, multi_agent_handoffs: section }),
    policySwitch: { enabled: true, observe: false },
  };
}
const LIVE = contentOf({ default_handoff_mode: "minimal" });
const STRICTER = contentOf({ default_handoff_mode: "minimal", blocked_context_fields: ["ssn"] });
const LOOSER = contentOf({ default_handoff_mode: "scoped" });
const TENTH: ReleaseStage = { stage: "share", percent: 10 };

async function publishLive(workspaceId: string, content: PolicyContent): Promise<void> {
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("it is a policy");
  await publishImported(database.db, { workspaceId, content, parsed, person: bob });
}

/** Opens a draft over a live policy. */
async function openDraft(content: PolicyContent) {
  const workspaceId = await buildWorkspace(database.db);
  await publishLive(workspaceId, LIVE);
  return { workspaceId, draftId: await draftOf(workspaceId, content) };
}

async function draftOf(workspaceId: string, content: PolicyContent): Promise<number> {
  const basedOn = (await getLivePolicy(database.db, { workspaceId }))?.policyVersion ?? null;
  const draft = { workspaceId, content, basedOn, person: ann, origin: "live" };
  const draftId = await startDraft(database.db, draft);
  if (draftId === null) throw new Error("a draft is open already");
  return draftId;
}

const usual = { revision: 1, note: "", publisher: ann, acknowledged: [], isOnlyOwner: false };
const start = (draft: { workspaceId: string; draftId: number }, stage = TENTH) =>
  startRelease(database.db, { ...usual, ...draft, stage });

async function startStricter() {
  const draft = await openDraft(STRICTER);
  const started = await start(draft);
  if (started.outcome !== "started") throw new Error(`not started: ${started.outcome}`);
  return { ...draft, ...started };
}

const runningIn = (workspaceId: string) => getRunningRelease(database.db, { workspaceId });
const liveIn = async (workspaceId: string) => (await getLivePolicy(database.db, { workspaceId }))?.number;

async function auditedIn(workspaceId: string): Promise<string[]> {
  const entries = await database.db.select().from(auditLog).where(eq(auditLog.workspaceId, workspaceId));
  return entries.map(({ action }) => action);
}

describe("a release in steps", () => {
  it("needs the approval that publishing needs, and a live version", async () => {
    const draft = await openDraft(LOOSER);
    expect(await start(draft)).toMatchObject({
      outcome: "refused",
      verdict: {
        obstacles: expect.arrayContaining([{ code: "approval_missing", message: expect.anything() }]),
      },
    });
    expect(await runningIn(draft.workspaceId)).toBeNull();
    const workspaceId = await buildWorkspace(database.db);
    const first = { workspaceId, draftId: await draftOf(workspaceId, LIVE) };
    expect(await start(first)).toEqual({ outcome: "nothing_live" });
  });

  it("leaves the live version and goes step by step to a publication with the ground of its start", async () => {
    const { workspaceId, releaseId, policyVersion, draftId } = await startStricter();
    expect(await liveIn(workspaceId)).toBe(1);
    const change = { workspaceId, releaseId, person: bob };
    const half: ReleaseStage = { stage: "share", percent: 50 };
    expect(await changeRelease(database.db, { ...change, stage: half })).toBe(true);
    expect(await runningIn(workspaceId)).toMatchObject({ stage: half, policyVersion, startedBy: "Ann" });
    expect(await finishRelease(database.db, change)).toBe(2);
    expect(await getPublication(database.db, { workspaceId, number: 2 })).toMatchObject({
      policyVersion,
      document: STRICTER.document,
      ground: "stricter_only",
      draftId,
      publishedBy: bob,
    });
    expect(await runningIn(workspaceId)).toBeNull();
    expect(await finishRelease(database.db, change)).toBeNull();
    expect(await changeRelease(database.db, { ...change, stage: half })).toBe(false);
    expect(await stopRelease(database.db, change)).toBe(false);
    expect((await auditedIn(workspaceId)).slice(-3)).toEqual([
      "policy.release",
      "policy.release",
      "policy.publish",
    ]);
  });

  it("returns to the live version at once, and its draft is open again", async () => {
    const { workspaceId, releaseId, draftId } = await startStricter();
    expect(await getPolicyDraft(database.db, { workspaceId })).toBeNull();
    expect(await stopRelease(database.db, { workspaceId, releaseId, person: bob })).toBe(true);
    expect(await runningIn(workspaceId)).toBeNull();
    expect(await liveIn(workspaceId)).toBe(1);
    expect(await getPolicyDraft(database.db, { workspaceId })).toMatchObject({ draftId, state: "draft" });
    const told = await database.db
      .select()
      .from(notification)
      .where(eq(notification.workspaceId, workspaceId));
    expect(told.map(({ kind }) => kind)).toEqual([
      "policy.published",
      "policy.release",
      "policy.release_stopped",
    ]);
    expect((await start({ workspaceId, draftId })).outcome).toBe("started");
  });

  it("keeps other drafts from going live, and ends when another version does", async () => {
    const { workspaceId } = await startStricter();
    const draftId = await draftOf(workspaceId, LOOSER);
    const said = { workspaceId, draftId, revision: 1, comment: "", ruleId: null, person: bob };
    await reviewDraft(database.db, { ...said, entry: "approved" });
    const publish = { ...usual, workspaceId, draftId };
    for (const attempt of [publishDraft(database.db, publish), start({ workspaceId, draftId })]) {
      expect(await attempt).toMatchObject({
        outcome: "refused",
        verdict: {
          obstacles: expect.arrayContaining([{ code: "release_running", message: expect.anything() }]),
        },
      });
    }
    await publishLive(workspaceId, LOOSER);
    expect(await runningIn(workspaceId)).toBeNull();
    expect(await auditedIn(workspaceId)).toContain("policy.release_stop");
    // The other draft stays the open one.
    expect(await getPolicyDraft(database.db, { workspaceId })).toMatchObject({ draftId });
  });

  it("compares both versions over the handoffs since its start", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const [before, since] = [new Date("2026-03-10T11:00:00Z"), new Date("2026-03-10T12:00:00Z")];
    const decided = {
      occurredAt: since,
      kind: "context" as const,
      fromAgent: "a",
      toAgent: "b",
      scopingState: "scoped" as const,
      beforeTokens: 100,
      afterTokens: 60,
    };
    const [first] = await buildHandoffs(database.db, workspaceId, [
      { ...decided, policyVersion: "live", sessionId: "s1" },
      { ...decided, policyVersion: "live", sessionId: "s1", occurredAt: before },
      { ...decided, policyVersion: "next", sessionId: "s2", afterTokens: 10, savedByBlocked: 90 },
      { ...decided, policyVersion: "next", sessionId: "s2", scopingState: "denied_error", afterTokens: 0 },
      { ...decided, policyVersion: "next", sessionId: "s3", kind: "delegation", scopingState: "denied_rule" },
    ]);
    if (!first) throw new Error("handoffs are stored");
    const place = { workspaceId, since };
    const effects = await listVersionEffects(database.db, { ...place, versions: ["live", "next"] });
    const none = { blocked: 0, errors: 0, violations: 0, leaks: 0 };
    expect(effects.toSorted((a, b) => a.policyVersion.localeCompare(b.policyVersion))).toEqual([
      { policyVersion: "live", handoffs: 1, sessions: 1, beforeTokens: 100, afterTokens: 60, ...none },
      {
        policyVersion: "next",
        handoffs: 3,
        sessions: 2,
        beforeTokens: 200,
        afterTokens: 10,
        ...none,
        blocked: 2,
        errors: 1,
      },
    ]);
    const observed = { ...place, version: "next" };
    expect(await getObservedEffect(database.db, observed)).toBeNull();
    const { sourceFileId, generation, sequence, ordinal, occurredAt, eventId } = first;
    await database.db.insert(handoffOutline).values({
      workspaceId,
      occurredAt,
      sourceFileId,
      generation,
      sequence,
      ordinal,
      eventId,
      entries: [],
      isTruncated: false,
      observedRules: {
        policy_version: "next",
        rule_ids: [],
        handoff_mode: "minimal",
        total_tokens: 20,
        would_remove: ["a.x"],
        would_pass: [],
      },
    });
    expect(await getObservedEffect(database.db, observed)).toEqual({
      handoffs: 1,
      sessions: 1,
      beforeTokens: 100,
      afterTokens: 20,
      removing: 1,
      passing: 0,
    });
  });
});
