import { getLivePolicy, getPolicyDraft, readPolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { afterAll, beforeAll, expect, it } from "vitest";
import { proposePolicy } from "./propose-policy";
import { publishImported } from "./publish-imported";
import { saveDraft } from "./save-draft";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ci = { id: "ann", name: "Ann (key ci)" };
const ann = { id: "ann", name: "Ann" };
const ENFORCED = { enabled: true, observe: false };

const textOf = (section: object, other: object = {}) =>
  JSON.stringify({ ...other, multi_agent_handoffs: section });

async function publish(workspaceId: string, section: object): Promise<string> {
  const content = { document: textOf(section, { live: 1 }), policySwitch: ENFORCED };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy of the test is valid");
  await publishImported(database.db, { workspaceId, content, parsed, person: ann });
  return parsed.version;
}

const propose = (workspaceId: string, section: object, basedOn?: string) =>
  proposePolicy(database.db, { workspaceId, person: ci, document: textOf(section, { ci: 1 }), basedOn });

async function readDraft(workspaceId: string) {
  const draft = await getPolicyDraft(database.db, { workspaceId });
  return draft && { ...draft, document: JSON.parse(draft.content.document) };
}

async function editAs(workspaceId: string, section: object): Promise<void> {
  const draft = await readDraft(workspaceId);
  if (!draft) throw new Error("no draft is open");
  const { draftId, revision } = draft;
  const content = { document: textOf(section), policySwitch: ENFORCED };
  const saved = await saveDraft(database.db, { workspaceId, draftId, revision, content, person: ann });
  expect(saved.outcome).toBe("saved");
}

it("starts a draft of the document, replaces it with the proposer's next one, and publishes nothing", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const version = await publish(workspaceId, { blocked_context_fields: ["ssn"] });
  const first = await propose(workspaceId, { blocked_context_fields: ["ssn", "iban"] });
  expect(first).toMatchObject({ outcome: "saved", revision: 1, hasMerged: false, findings: [] });
  const second = await propose(workspaceId, { blocked_context_fields: ["ssn", "phone"] });
  expect(second).toMatchObject({ outcome: "saved", revision: 2, hasMerged: false });
  expect(await readDraft(workspaceId)).toMatchObject({
    basedOn: version,
    document: { ci: 1, multi_agent_handoffs: { blocked_context_fields: ["ssn", "phone"] } },
    authors: [{ id: "ann" }],
  });
  expect((await getLivePolicy(database.db, { workspaceId }))?.policyVersion).toBe(version);
});

it("reports the live policy, an unknown start and an invalid document without a change", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const section = { blocked_context_fields: ["ssn"] };
  const version = await publish(workspaceId, section);
  expect(await propose(workspaceId, section)).toEqual({ outcome: "live", policyVersion: version });
  expect(await propose(workspaceId, section, "0".repeat(64))).toEqual({ outcome: "unknown_base" });
  const invalid = await propose(workspaceId, { blocked_context_fields: ["a["] });
  expect(invalid).toMatchObject({ outcome: "invalid", part: "document", findings: [{ severity: "error" }] });
  expect(await readDraft(workspaceId)).toBeNull();
});

it("merges the document into a draft that a person edited, also under the same account", async () => {
  const workspaceId = await buildWorkspace(database.db);
  await publish(workspaceId, { blocked_context_fields: ["ssn"] });
  await propose(workspaceId, { blocked_context_fields: ["ssn", "iban"] });
  await editAs(workspaceId, { blocked_context_fields: ["ssn", "iban", "phone"], description: "By Ann" });
  const merged = await propose(workspaceId, { blocked_context_fields: ["ssn", "iban", "email"] });
  expect(merged).toMatchObject({ outcome: "saved", revision: 3, hasMerged: true });
  expect((await readDraft(workspaceId))?.document.multi_agent_handoffs).toMatchObject({
    description: "By Ann",
    blocked_context_fields: ["ssn", "iban", "phone", "email"],
  });
  const conflict = await propose(workspaceId, { blocked_context_fields: ["ssn"], description: "By CI" });
  expect(conflict).toMatchObject({
    outcome: "conflict",
    with: "draft",
    conflicts: [{ field: "description", base: undefined, mine: "By CI", theirs: "By Ann" }],
  });
  expect((await readDraft(workspaceId))?.revision).toBe(3);
});

it("adds what went live since the document's start, and reports what both changed", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const start = await publish(workspaceId, { default_handoff_mode: "scoped" });
  const live = await publish(workspaceId, { default_handoff_mode: "minimal", description: "New" });
  const added = await propose(
    workspaceId,
    { default_handoff_mode: "scoped", blocked_context_fields: ["a"] },
    start,
  );
  expect(added).toMatchObject({ outcome: "saved", revision: 1 });
  expect(await readDraft(workspaceId)).toMatchObject({
    basedOn: live,
    document: {
      multi_agent_handoffs: {
        default_handoff_mode: "minimal",
        description: "New",
        blocked_context_fields: ["a"],
      },
    },
  });
  const conflict = await propose(workspaceId, { default_handoff_mode: "full" }, start);
  expect(conflict).toMatchObject({
    outcome: "conflict",
    with: "live",
    conflicts: [{ field: "default_handoff_mode" }],
  });
});

it("saves a draft whose tests fail, and names them", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const test = {
    name: "Notes stay",
    from: "a",
    to: "b",
    context: { prior_outputs: { a: { notes: 1 } } },
    expect: { absent: ["a.notes"] },
  };
  const section = { default_handoff_mode: "full", policy_tests: [test] };
  expect(await propose(workspaceId, section)).toMatchObject({
    outcome: "saved",
    findings: [{ code: "policy_test_failed" }],
  });
});
