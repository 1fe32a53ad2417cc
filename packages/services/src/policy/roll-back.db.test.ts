import {
  getLivePolicy,
  getPublication,
  listPublications,
  type PolicyContent,
  readPolicyContent,
} from "@baton/db";
import { auditLog, notification } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allowOwnApproval } from "./allow-own-approval";
import { publishImported } from "./publish-imported";
import { reviewDraft } from "./review-draft";
import { rollBack } from "./roll-back";
import { startDraft } from "./start-draft";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ann = { id: "ann", name: "Ann" };
const bob = { id: "bob", name: "Bob" };

function contentOf(section: object): PolicyContent {
  return {
    document: JSON.stringify({ multi_agent_handoffs: section }),
    policySwitch: { enabled: true, observe: false },
  };
}

async function publishAll(...contents: PolicyContent[]): Promise<string> {
  const workspaceId = await buildWorkspace(database.db);
  for (const content of contents) {
    const parsed = readPolicyContent(content);
    if (!parsed.ok) throw new Error("it is a policy");
    await publishImported(database.db, { workspaceId, content, parsed, person: bob });
  }
  return workspaceId;
}

const LOOSE = contentOf({ default_handoff_mode: "full" });
const STRICT = contentOf({ default_handoff_mode: "minimal" });

it("a version applies since orchestrators first used its policy, unless it restores an earlier version", async () => {
  const workspaceId = await publishAll(LOOSE, STRICT);
  const seenAt = new Date("2026-01-05T10:00:00Z");
  await database.db.execute(
    sql`update policy_version set first_seen_at = ${seenAt.toISOString()} where workspace_id = ${workspaceId}`,
  );
  const request = { workspaceId, number: 1, live: 2, publisher: ann, isOnlyOwner: false };
  await rollBack(database.db, request);
  const [restored, ...others] = await listPublications(database.db, { workspaceId });
  expect(restored?.since).toEqual(restored?.publishedAt);
  expect(others.map(({ since }) => since)).toEqual([seenAt, seenAt]);
});

it("makes an earlier version live at once, and asks another owner for a review afterwards", async () => {
  const workspaceId = await publishAll(LOOSE, STRICT);
  const open = { workspaceId, content: STRICT, basedOn: null, person: bob, origin: "live" };
  expect(await startDraft(database.db, open)).not.toBeNull();
  const request = { workspaceId, number: 1, live: 2, publisher: ann, isOnlyOwner: false };
  expect(await rollBack(database.db, request)).toMatchObject({ number: 3, isReviewPending: true });
  expect(await getLivePolicy(database.db, { workspaceId })).toMatchObject({
    number: 3,
    document: LOOSE.document,
  });
  const published = await getPublication(database.db, { workspaceId, number: 3 });
  expect(published).toMatchObject({ ground: "rollback", restores: 1, isReviewed: false });
  expect(published?.reviews).toMatchObject([{ entry: "requested", reviewer: ann }]);
  const audited = await database.db.select().from(auditLog).where(eq(auditLog.workspaceId, workspaceId));
  expect(audited.map(({ action, subject }) => [action, subject])).toContainEqual([
    "policy.rollback",
    "version 3",
  ]);
  const told = await database.db.select().from(notification).where(eq(notification.workspaceId, workspaceId));
  expect(told.map(({ kind }) => kind)).toContain("policy.review_requested");

  const draftId = published?.draftId ?? 0;
  const said = { workspaceId, draftId, revision: 1, entry: "approved" as const, comment: "", ruleId: null };
  expect(await reviewDraft(database.db, { ...said, person: bob })).toBe("added");
  expect(await getPublication(database.db, { workspaceId, number: 3 })).toMatchObject({ isReviewed: true });
});

it("needs no review if authors may approve their own drafts", async () => {
  const workspaceId = await publishAll(LOOSE, STRICT);
  await allowOwnApproval(database.db, { workspaceId, isAllowed: true, person: ann });
  const request = { workspaceId, number: 1, live: 2, publisher: ann, isOnlyOwner: false };
  expect(await rollBack(database.db, request)).toMatchObject({ number: 3, isReviewPending: false });
  expect(await getPublication(database.db, { workspaceId, number: 3 })).toMatchObject({
    ground: "own_approval",
    restores: 1,
  });
});

it("changes nothing if another version is live than the user saw, or has the same content", async () => {
  const workspaceId = await publishAll(LOOSE, STRICT, LOOSE);
  const rollBackTo = (number: number, live: number) =>
    rollBack(database.db, { workspaceId, number, live, publisher: ann, isOnlyOwner: true });
  for (const [number, live] of [
    [1, 2],
    [1, 3],
    [9, 3],
  ] as const) {
    expect(await rollBackTo(number, live)).toEqual({ outcome: "stale" });
  }
  expect(await getLivePolicy(database.db, { workspaceId })).toMatchObject({ number: 3 });
});
