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

it("POST /api/v1/drafts/rules adds a rule to the draft, as an edit of the key's creator", async () => {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "w" });
  const key = { workspaceId: "w", name: "agent", createdBy: "Ann", createdById: "ann", expiresAt: null };
  const { token } = await createApiKey(db, { ...key, scopes: ["propose"] });
  const { token: other } = await createApiKey(db, { ...key, scopes: ["evaluate"] });
  const propose = async (body: object, sender = token) => {
    const headers = { authorization: `Bearer ${sender}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const request = new Request("http://baton/api/v1/drafts/rules", init);
    const response = await createRoutes({ db, changes }).fetch(request);
    return { status: response.status, body: await response.json() };
  };
  const rule = { rule_id: "r", from_agent_id: "a", to_agent_id: "b", blocked_context_fields: ["ssn"] };
  expect((await propose({ rule }, other)).body).toMatchObject({ code: "wrong_scope" });
  expect(await propose({ rule })).toMatchObject({ status: 200, body: { revision: 1, has_replaced: false } });
  const refused = await propose({ list: "content_rules", rule: { rule_id: "c", detector: "x" } });
  expect(refused).toMatchObject({ status: 422, body: { code: "refused" } });
  expect(refused.body.findings.length).toBeGreaterThan(0);
  expect((await propose({ rule: { rule_id: "\0" } })).status).toBe(400);
  expect(await getPolicyDraft(db, { workspaceId: "w" })).toMatchObject({
    revision: 1,
    authors: [{ id: "ann", name: "Ann (key agent)" }],
  });
});
