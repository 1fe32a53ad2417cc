import { sizeOfRun } from "@baton/core/test/soak";
import {
  readConformanceRow,
  readContextVectors,
  readHistoryVectors,
  readTextVectors,
} from "@baton/core/test/vectors";
import { createApiKey, readPolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let routes: ReturnType<typeof createRoutes>;

beforeAll(async () => {
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, () => {});
  routes = createRoutes({ db: database.db, changes });
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

/** Creates a workspace, and returns a function that posts with its key. */
async function openWorkspace(workspaceId: string) {
  await ensureWorkspace(database.db, { workspaceId });
  const key = { workspaceId, name: "key", scopes: ["evaluate" as const], createdBy: "test", expiresAt: null };
  const { token } = await createApiKey(database.db, key);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return async (path: string, body: object) => {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await routes.fetch(new Request(`http://localhost/api/v1/${path}`, init))).json();
  };
}

/** The suite sends every eighth context to save time. They are drawn from all policies. */
const STEP = sizeOfRun({ suite: 8, soak: 1 });

it("POST /api/v1/scope agrees with the vectors of contexts", { timeout: 300_000 }, async () => {
  const vectors = readContextVectors().filter((_, index) => (index + 1) % STEP === 0);
  expect(vectors).toHaveLength(1_760 / STEP);
  const post = await openWorkspace("contexts");
  for (const { folder, expected, ...given } of vectors) {
    const { scoped, rule_id } = await post("scope", { ...given, now: "2026-01-01T00:00:00Z" });
    expect({ scoped, rule_id }, folder).toEqual({
      scoped: expect.objectContaining(expected.scoped),
      rule_id: expected.rule_id,
    });
  }
});

it("POST /api/v1/scope/messages agrees with the vectors of histories", async () => {
  const post = await openWorkspace("histories");
  for (const { name, policy, format, authors, messages, expected } of readHistoryVectors()) {
    const answer = await post("scope/messages", { from: "a", to: "b", policy, format, authors, messages });
    expect(answer.messages, name).toEqual(expected);
  }
});

it("POST /api/v1/text/check agrees with the vectors of texts", async () => {
  for (const [index, { name, policy, text, expected }] of readTextVectors().entries()) {
    const workspaceId = `text-${index}`;
    const post = await openWorkspace(workspaceId);
    const policySwitch = { enabled: true, observe: false };
    const content = { document: JSON.stringify(policy), policySwitch };
    const parsed = readPolicyContent(content);
    if (!parsed.ok) throw new Error(`the policy of “${name}” is invalid`);
    await publishImported(database.db, { workspaceId, content, parsed, person: { id: "cli", name: "test" } });
    const answer = await post("text/check", { from_agent_id: "a", to_agent_id: "b", text });
    expect(answer, name).toMatchObject({ results: [{ text: expected }] });
  }
});

it("docs/adapters.md has the numbers of vectors", () => {
  const vectors = [readContextVectors(), readHistoryVectors(), readTextVectors()];
  const numbers = vectors.map(({ length }) => length.toLocaleString("en"));
  for (const runtime of ["library", "HTTP API"]) expect(readConformanceRow(runtime)).toEqual(numbers);
});
