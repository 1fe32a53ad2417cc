import { createApiKey, getPolicyDraft } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
beforeAll(async () => {
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

const KEY = { name: "agent", createdBy: "Ann", createdById: "ann", expiresAt: null };

async function post(path: string, body: object, token: string) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const request = new Request(`http://baton/api/v1${path}`, init);
  const response = await createRoutes({ db: database.db, changes }).fetch(request);
  return { status: response.status, body: await response.json() };
}

it("POST /api/v1/drafts/rules adds a rule to the draft, as an edit of the key's creator", async () => {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "w" });
  const key = { ...KEY, workspaceId: "w" };
  const { token } = await createApiKey(db, { ...key, scopes: ["propose"] });
  const { token: other } = await createApiKey(db, { ...key, scopes: ["evaluate"] });
  const propose = (body: object, sender = token) => post("/drafts/rules", body, sender);
  const rule = { rule_id: "r", from_agent_id: "a", to_agent_id: "b", blocked_context_fields: ["ssn"] };
  expect((await propose({ rule }, other)).body).toMatchObject({ code: "wrong_scope" });
  expect(await propose({ rule })).toMatchObject({ status: 200, body: { revision: 1, has_replaced: false } });
  const typo = {
    rule_id: "t",
    from_agent_id: "a",
    to_agent_id: "c",
    blocked_feilds: ["ssn"],
    handoff_mode: "some",
  };
  const warned = await propose({ rule: typo });
  expect(warned.body.findings).toMatchObject([
    { code: "unknown_handoff_mode" },
    { code: "unknown_setting", path: "/multi_agent_handoffs/agent_handoff_rules/1/blocked_feilds" },
  ]);
  const refused = await propose({ list: "content_rules", rule: { rule_id: "c", detector: "x" } });
  expect(refused).toMatchObject({ status: 422, body: { code: "refused" } });
  expect(refused.body.findings.length).toBeGreaterThan(0);
  expect((await propose({ rule: { rule_id: "\0" } })).status).toBe(400);
  expect(await getPolicyDraft(db, { workspaceId: "w" })).toMatchObject({
    revision: 2,
    authors: [{ id: "ann", name: "Ann (key agent)" }],
  });
});

it("POST /api/v1/drafts proposes a document, and answers with 409 if others changed the same", async () => {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "d" });
  const key = { ...KEY, workspaceId: "d", scopes: ["propose" as const] };
  const [first, other] = [await createApiKey(db, key), await createApiKey(db, { ...key, name: "other" })];
  const propose = (description: string, { token }: { token: string }) =>
    post("/drafts", { document: JSON.stringify({ multi_agent_handoffs: { description } }) }, token);
  expect(await propose("one", first)).toMatchObject({
    status: 200,
    body: { outcome: "saved", revision: 1, has_merged: false, page: "/w/d/policies/review", findings: [] },
  });
  expect(await propose("two", other)).toMatchObject({
    status: 409,
    body: {
      code: "conflict",
      with: "draft",
      conflicts: [{ rule_id: null, setting: "description", proposed: "two", current: "one" }],
    },
  });
  expect(await post("/drafts", { document: "{}" }, first.token)).toMatchObject({
    status: 422,
    body: { findings: [{ code: "section_missing" }] },
  });
  const unknown = { document: JSON.stringify({ multi_agent_handoffs: {} }), based_on: "0".repeat(64) };
  expect((await post("/drafts", unknown, first.token)).body).toMatchObject({ code: "unknown_base" });
  expect((await getPolicyDraft(db, { workspaceId: "d" }))?.revision).toBe(1);
});
