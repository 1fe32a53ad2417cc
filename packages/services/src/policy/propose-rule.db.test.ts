import { getLivePolicy, getPolicyDraft, type PolicyContent, readPolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { buildWorkspace } from "@baton/db/test/factories";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ProposedRule, proposeRule } from "./propose-rule";
import { publishImported } from "./publish-imported";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const person = { id: "ann", name: "Ann (key ci)" };
const LIST = "agent_handoff_rules";
const rule = { rule_id: "r", from_agent_id: "a", to_agent_id: "b", blocked_context_fields: ["ssn"] };

const propose = (workspaceId: string, proposed: ProposedRule = { list: LIST, rule }) =>
  proposeRule(database.db, { workspaceId, person, ...proposed });

async function readDraft(workspaceId: string) {
  const draft = await getPolicyDraft(database.db, { workspaceId });
  const parsed = draft && readPolicyContent(draft.content);
  return { draft, section: parsed?.ok ? parsed.section : null };
}

it("proposeRule starts a draft of the live policy, which stays live, and adds revisions to it", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const live: PolicyContent = {
    document: JSON.stringify({ other: 1, multi_agent_handoffs: { blocked_context_fields: ["note"] } }),
    policySwitch: { enabled: true, observe: true },
  };
  const parsed = readPolicyContent(live);
  if (!parsed.ok) throw new Error("the policy of the test is valid");
  await publishImported(database.db, { workspaceId, content: live, parsed, person });
  expect(await propose(workspaceId)).toMatchObject({ ok: true, revision: 1, hasReplaced: false });
  const secrets = { rule_id: "no_secrets", detector: "secret", action: "redact" };
  expect(await propose(workspaceId, { list: "content_rules", rule: secrets })).toMatchObject({ revision: 2 });
  const wider = { ...rule, blocked_context_fields: ["ssn", "name"] };
  expect(await propose(workspaceId, { list: LIST, rule: wider })).toMatchObject({ hasReplaced: true });
  const { draft, section } = await readDraft(workspaceId);
  expect(section).toEqual({
    blocked_context_fields: ["note"],
    agent_handoff_rules: [wider],
    content_rules: [secrets],
  });
  expect(draft).toMatchObject({ revision: 3, basedOn: parsed.version, authors: [person] });
  expect(draft?.content.policySwitch).toEqual(live.policySwitch);
  expect(JSON.parse(draft?.content.document ?? "")).toMatchObject({ other: 1 });
  expect((await getLivePolicy(database.db, { workspaceId }))?.document).toBe(live.document);
});

it("proposeRule changes nothing if the rule is invalid", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const invalid = { ...rule, blocked_context_fields: ["a[0]"] };
  expect(await propose(workspaceId, { list: LIST, rule: invalid })).toMatchObject({
    ok: false,
    findings: [{ code: "malformed_field_pattern", path: expect.stringContaining("/agent_handoff_rules/0") }],
  });
  expect((await readDraft(workspaceId)).draft).toBeNull();
});
