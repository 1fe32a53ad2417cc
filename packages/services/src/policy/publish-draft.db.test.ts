import { policyVersion } from "@baton/core";
import {
  getLivePolicy,
  getPolicyDraft,
  getPolicyVersion,
  getPublication,
  listPublications,
  type PolicyContent,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { deleteWorkspace } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allowOwnApproval } from "./allow-own-approval";
import { publishDraft } from "./publish-draft";
import { reviewDraft } from "./review-draft";
import { saveDraft } from "./save-draft";
import { startDraft } from "./start-draft";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ann = { id: "ann", name: "Ann" };
const bob = { id: "bob", name: "Bob" };
const ENFORCED = { enabled: true, observe: false };

function contentOf(section: object, foreign: object = {}): PolicyContent {
  return { document: JSON.stringify({ ...foreign, multi_agent_handoffs: section }), policySwitch: ENFORCED };
}

const MINIMAL = contentOf({ default_handoff_mode: "minimal" });
const BLOCKING = contentOf({ default_handoff_mode: "minimal", blocked_context_fields: ["ssn"] });
const SCOPED = contentOf({ default_handoff_mode: "scoped" });

async function start(workspaceId: string, content: PolicyContent, person = ann): Promise<number> {
  const live = await getLivePolicy(database.db, { workspaceId });
  const basedOn = live?.policyVersion ?? null;
  const draftId = await startDraft(database.db, {
    workspaceId,
    content,
    basedOn,
    person,
    origin: "live",
  });
  if (draftId === null) throw new Error("a draft is open already");
  return draftId;
}

function publish(
  workspaceId: string,
  draftId: number,
  fields: Partial<Parameters<typeof publishDraft>[1]> = {},
) {
  const usual = { revision: 1, note: "", publisher: ann, acknowledged: [], isOnlyOwner: false };
  return publishDraft(database.db, { workspaceId, draftId, ...usual, ...fields });
}

function review(
  workspaceId: string,
  draftId: number,
  entry: "approved" | "rejected",
  person = bob,
  revision = 1,
  acknowledged = ["ssn", "every other field", "the observations", "the original input"],
) {
  const said = { workspaceId, draftId, revision, entry, comment: "Hm.", ruleId: null, person };
  return reviewDraft(database.db, { ...said, acknowledged });
}

describe("publishDraft", () => {
  it("requires another owner's approval, or only the author's if there is no other owner", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId, SCOPED);
    const acknowledged = ["every other field", "the observations", "the original input"].map((field) => ({
      field,
      reason: "It is needed.",
    }));
    const refused = await publish(workspaceId, draftId, { acknowledged });
    expect(refused).toMatchObject({
      outcome: "refused",
      verdict: { obstacles: [{ code: "approval_missing" }] },
    });
    await review(workspaceId, draftId, "approved", ann);
    expect(await publish(workspaceId, draftId, { acknowledged })).toMatchObject({ outcome: "refused" });
    await review(workspaceId, draftId, "approved", bob);
    expect(await publish(workspaceId, draftId, { acknowledged })).toMatchObject({
      outcome: "published",
      number: 1,
    });
    expect(await listPublications(database.db, { workspaceId })).toMatchObject([
      { number: 1, ground: "approved", isReviewed: true, supersededAt: null, acknowledged },
    ]);

    const second = await start(workspaceId, MINIMAL);
    expect(await publish(workspaceId, second, { isOnlyOwner: true })).toMatchObject({ number: 2 });
    expect(await getPublication(database.db, { workspaceId, number: 2 })).toMatchObject({
      ground: "own_approval",
    });
  });

  it("requires acknowledgements of each field that newly passes, by the reviewer and with a reason by the publisher", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId, SCOPED);
    const refused = await publish(workspaceId, draftId, {
      isOnlyOwner: true,
      acknowledged: [{ field: "the observations", reason: " " }],
    });
    expect(refused).toMatchObject({
      verdict: {
        newlyLetThrough: [
          { field: "every other field", pairs: [{ from: "*", to: "*" }] },
          { field: "the observations" },
          { field: "the original input" },
        ],
        obstacles: Array(3).fill({ code: "field_not_acknowledged" }),
      },
    });
    const approve = (fields: string[]) => review(workspaceId, draftId, "approved", bob, 1, fields);
    expect(await approve(["every other field"])).toBe("unacknowledged");
    const fields = ["every other field", "the observations", "the original input"];
    expect(await approve([...fields, "another"])).toBe("added");
    expect(await getPolicyDraft(database.db, { workspaceId })).toMatchObject({
      reviews: [{ entry: "approved", acknowledged: fields }],
    });
  });

  it("publishes a stricter-only change without review; it can be reviewed later", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await publish(workspaceId, await start(workspaceId, MINIMAL), { isOnlyOwner: true });
    const draftId = await start(workspaceId, BLOCKING);
    expect(await publish(workspaceId, draftId)).toMatchObject({ outcome: "published", number: 2 });
    const version = () => getPublication(database.db, { workspaceId, number: 2 });
    expect(await version()).toMatchObject({ ground: "stricter_only", isReviewed: false });
    expect(await review(workspaceId, draftId, "approved")).toBe("added");
    expect(await version()).toMatchObject({ isReviewed: true, reviews: [{ entry: "approved" }] });
  });

  it("treats turning enforcement off as a change that passes every field", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await publish(workspaceId, await start(workspaceId, MINIMAL), { isOnlyOwner: true });
    const draftId = await start(workspaceId, {
      ...MINIMAL,
      policySwitch: { enabled: false, observe: true },
    });
    expect(await publish(workspaceId, draftId)).toMatchObject({
      verdict: {
        isStricterOnly: false,
        obstacles: [{ code: "approval_missing" }, { code: "field_not_acknowledged" }],
      },
    });
  });

  it("rejects a draft whose approval has lapsed, or for which changes were requested", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await publish(workspaceId, await start(workspaceId, BLOCKING), { isOnlyOwner: true });
    const draftId = await start(workspaceId, MINIMAL);
    const acknowledged = [{ field: "ssn", reason: "It is none." }];
    await review(workspaceId, draftId, "approved");
    const content = contentOf({ default_handoff_mode: "minimal", description: "Another." });
    await saveDraft(database.db, { workspaceId, draftId, revision: 1, content, person: ann });
    expect(await publish(workspaceId, draftId, { acknowledged })).toEqual({ outcome: "stale" });
    expect(await publish(workspaceId, draftId, { acknowledged, revision: 2 })).toMatchObject({
      verdict: { obstacles: [{ code: "approval_missing" }] },
    });
    expect(await review(workspaceId, draftId, "approved")).toBe("stale");
    await review(workspaceId, draftId, "rejected", bob, 2);
    expect(
      await publish(workspaceId, draftId, { acknowledged, revision: 2, isOnlyOwner: true }),
    ).toMatchObject({
      verdict: { obstacles: [{ code: "rejected" }] },
    });
  });

  it("rejects an invalid policy, an unchanged one, and one based on an old version", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const codes = async (draftId: number) => {
      const refused = await publish(workspaceId, draftId, { isOnlyOwner: true });
      return refused.outcome === "refused" ? refused.verdict.obstacles.map(({ code }) => code) : refused;
    };
    const broken = await start(workspaceId, contentOf({ blocked_context_fields: ["a["] }));
    expect(await codes(broken)).toEqual(["policy_refused"]);
    const save = (revision: number, content: PolicyContent) =>
      saveDraft(database.db, { workspaceId, draftId: broken, revision, content, person: ann });
    const rule = { rule_id: "ids", detector: "pattern", pattern: "(?=ID)", action: "redact" };
    await save(1, contentOf({ content_rules: [rule] }));
    expect(await publish(workspaceId, broken, { isOnlyOwner: true, revision: 2 })).toMatchObject({
      outcome: "refused",
      verdict: { obstacles: [{ code: "policy_refused" }], findings: [{ code: "pattern_invalid" }] },
    });
    await save(2, MINIMAL);
    await publish(workspaceId, broken, { isOnlyOwner: true, revision: 3 });
    const outdated = await startDraft(database.db, {
      workspaceId,
      content: MINIMAL,
      basedOn: "older",
      person: ann,
      origin: "older",
    });
    expect(await codes(outdated ?? 0)).toEqual(["nothing_changed", "outdated"]);
  });

  it("rejects a draft with a failing policy test, and publishes it when the test passes", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const testing = (expected: object) =>
      contentOf({
        default_handoff_mode: "minimal",
        policy_tests: [
          {
            name: "no ssn",
            from: "a",
            to: "b",
            context: { prior_outputs: { a: { ssn: 1 } } },
            expect: expected,
          },
        ],
      });
    const draftId = await start(workspaceId, testing({ present: ["a.ssn"] }));
    expect(await publish(workspaceId, draftId, { isOnlyOwner: true })).toMatchObject({
      outcome: "refused",
      verdict: {
        obstacles: [
          { code: "policy_refused", message: "A policy test fails. Correct the rules or the test." },
        ],
        findings: [{ code: "policy_test_failed", path: "/multi_agent_handoffs/policy_tests/0" }],
      },
    });
    const content = testing({ absent: ["a.ssn"] });
    await saveDraft(database.db, { workspaceId, draftId, revision: 1, content, person: ann });
    const published = await publish(workspaceId, draftId, { isOnlyOwner: true, revision: 2 });
    expect(published).toMatchObject({ outcome: "published" });
  });

  it("numbers versions without gaps and keeps one live, even with simultaneous publishers", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await publish(workspaceId, await start(workspaceId, MINIMAL), { isOnlyOwner: true });
    const draftId = await start(workspaceId, BLOCKING);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => publish(workspaceId, draftId)));
    expect(outcomes.filter(({ outcome }) => outcome === "published")).toHaveLength(1);
    const versions = await listPublications(database.db, { workspaceId });
    expect(versions.map(({ number, supersededAt }) => [number, supersededAt !== null])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(await getPolicyDraft(database.db, { workspaceId })).toBeNull();
  });

  it("stores the policy under the hash that handoffs name, and its document byte for byte", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const section = { default_handoff_mode: "minimal", _description: "ours" };
    const content = contentOf(section, { other_section: { kept: true } });
    await publish(workspaceId, await start(workspaceId, content), { isOnlyOwner: true });
    const version = policyVersion(section, ENFORCED);
    expect(await getPolicyVersion(database.db, { workspaceId, version })).toMatchObject({
      origin: "published",
    });
    expect(await getLivePolicy(database.db, { workspaceId })).toMatchObject({ number: 1, ...content });
  });
});

describe("the database", () => {
  it.each([
    "update policy_publication set note = 'x'",
    "delete from policy_publication",
    "truncate policy_publication",
    "insert into policy_publication select * from policy_publication on conflict (workspace_id, number) do update set note = 'x'",
    "with gone as (delete from policy_publication returning 1) select * from gone",
    "update policy_draft_revision set document = '{}'",
    "delete from policy_draft_revision",
    "delete from policy_review",
    "update policy_version set policy_text = '{}'",
  ])("rejects changes of published policies: %s", async (statement) => {
    const workspaceId = await buildWorkspace(database.db);
    const draftId = await start(workspaceId, MINIMAL);
    await review(workspaceId, draftId, "approved");
    await publish(workspaceId, draftId);
    await expect(database.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "23001" } });
  });

  it("deletes published policies together with their workspace", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await publish(workspaceId, await start(workspaceId, MINIMAL), { isOnlyOwner: true });
    expect(await deleteWorkspace(database.db, { workspaceId })).toBe(true);
    expect(await listPublications(database.db, { workspaceId })).toEqual([]);
  });
});

describe("allowOwnApproval", () => {
  it("lets authors approve their own drafts", async () => {
    const workspaceId = await buildWorkspace(database.db);
    await allowOwnApproval(database.db, { workspaceId, isAllowed: true, person: ann });
    const draftId = await start(workspaceId, MINIMAL);
    expect(await publish(workspaceId, draftId)).toMatchObject({ outcome: "published" });
  });
});
