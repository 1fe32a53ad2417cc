import { createApiKey, getMemory, listMemories, readPolicyContent } from "@baton/db";
import { auditLog, event, handoff } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { changeMemory } from "@baton/services/memory/change-memory";
import { eraseMemory } from "@baton/services/memory/erase-memory";
import { publishImported } from "@baton/services/policy/publish-imported";
import { and, eq, sql } from "drizzle-orm";
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

async function open(workspaceId: string) {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId });
  const scopes = ["read" as const, "evaluate" as const, "ingest" as const];
  const key = { workspaceId, name: "agents", scopes, createdBy: "t", expiresAt: null };
  const { token } = await createApiKey(db, key);
  const routes = createRoutes({ db, changes });
  const send = async (path: string, body?: object) => {
    const response = await routes.request(`/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    expect([response.status, path]).toEqual([200, path]);
    return response.json();
  };
  return { db, send };
}

const ACTOR = { id: "u1", name: "An owner" };

async function publish(workspaceId: string, section: object) {
  const document = JSON.stringify({ multi_agent_handoffs: section });
  const content = { document, policySwitch: { enabled: true, observe: false } };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy of the test is valid");
  await publishImported(database.db, { workspaceId, content, parsed, person: { id: "cli", name: "test" } });
  changes.policies.drop(workspaceId);
}

it("an agent no longer gets a field that a rule blocks, and each retrieval is a handoff of its own kind", async () => {
  const { db, send } = await open("m");
  const content = { text: "Ann prefers mail", salary: 5_000 };
  await send("/memories", { agent_id: "intake", memory_id: "m-1", content, tags: ["customer"] });
  await send("/memories", { agent_id: "intake", content: { text: "Builds need Node 20" } });
  const before = await send("/memories/retrieve", { agent: "reviewer", query: "customer", session_id: "s1" });
  expect(before).toMatchObject({ memories: [{ id: "m-1", salary: 5_000 }], removed: [], rule_id: null });

  const rule = {
    rule_id: "no_salary",
    from_agent_id: "memory",
    to_agent_id: "reviewer",
    handoff_mode: "full",
    blocked_context_fields: ["salary"],
  };
  await publish("m", { default_handoff_mode: "full", agent_handoff_rules: [rule] });
  const after = await send("/memories/retrieve", { agent: "reviewer", query: "customer", session_id: "s1" });
  expect(after).toMatchObject({ removed: ["memories[].salary"], rule_id: "no_salary" });
  expect(JSON.stringify(after.memories)).not.toContain("5000");
  const other = await send("/memories/retrieve", { agent: "payroll", query: "customer", session_id: "s1" });
  expect(JSON.stringify(other.memories)).toContain("5000");

  const recorded = await db
    .select()
    .from(handoff)
    .where(eq(handoff.workspaceId, "m"))
    .orderBy(handoff.sequence);
  expect(recorded.map((one) => [one.kind, one.fromAgent, one.toAgent, one.ruleId, one.enforcement])).toEqual([
    ["retrieval", "memory", "reviewer", null, expect.anything()],
    ["retrieval", "memory", "reviewer", "no_salary", "followed"],
    ["retrieval", "memory", "payroll", null, "followed"],
  ]);
  const listed = await send("/memories?search=Ann");
  expect(listed.memories).toMatchObject([{ memory_id: "m-1", content, author: "intake", retrievals: 3 }]);
});

it("retrieves a memory by the first word of a later line", async () => {
  const { send } = await open("lines");
  const content = { text: "Customer\nchargeback\trefund" };
  await send("/memories", { agent_id: "intake", memory_id: "m-1", content });
  await send("/memories", { agent_id: "intake", content: { text: "Builds need Node 20" } });
  for (const query of ["chargeback", "refund"]) {
    const { memories } = await send("/memories/retrieve", { agent: "reviewer", query });
    expect(memories).toMatchObject([{ id: "m-1" }]);
  }
});

it("a changed expiry ends the retrieval, and an erased memory leaves no text and is not stored again", async () => {
  const { db, send } = await open("e");
  const written = { agent_id: "intake", memory_id: "m-1", content: { text: "Ann lives in Bonn" } };
  await send("/memories", written);
  const { memories } = await listMemories(db, { workspaceId: "e", limit: 10 });
  const memoryKey = memories[0]?.memoryKey ?? "";
  const key = { workspaceId: "e", memoryKey, actor: ACTOR };
  const past = new Date(Date.now() - 1_000);
  expect(await changeMemory(db, { ...key, tags: ["home"], expiresAt: past })).toBe(true);
  await send("/memories", written);
  expect(await getMemory(db, key)).toMatchObject({ tags: ["home"], expiresAt: past });
  expect(await send("/memories/retrieve", { agent: "a" })).toMatchObject({ memories: [] });

  expect(await eraseMemory(db, key)).toBe(true);
  await send("/memories", written);
  expect(await send("/memories")).toMatchObject({ memories: [] });
  const texts = await db.select({ text: event.text }).from(event).where(eq(event.workspaceId, "e"));
  expect(texts).toHaveLength(4);
  expect(JSON.stringify(texts)).not.toContain("Bonn");
  const isErasure = and(eq(auditLog.workspaceId, "e"), eq(auditLog.action, "memory.erase"));
  expect(await db.select({ actor: auditLog.actorName }).from(auditLog).where(isErasure)).toEqual([
    { actor: "An owner" },
  ]);
});

it("finds a memory by its words or its tag, however many newer ones there are", async () => {
  const { db, send } = await open("many");
  await send("/memories", {
    agent_id: "a",
    memory_id: "by-word",
    content: { text: "The kiln cools for 9 hours" },
  });
  await send("/memories", {
    agent_id: "a",
    memory_id: "by-tag",
    content: { text: "Ask Ann" },
    tags: ["glaze"],
  });
  await db.execute(sql`insert into memory (workspace_id, memory_key, source, memory_id, occurred_at, source_file_id,
      generation, sequence, ordinal, content, tags, created_at)
    select workspace_id, 'k' || n, source, 'k' || n, occurred_at, source_file_id, generation, sequence, ordinal,
      jsonb_build_object('text', 'Order ' || n || ' is paid'), '{}', created_at + n * interval '1 second'
    from memory, generate_series(1, 5200) as n where workspace_id = 'many' and memory_id = 'by-word'`);
  const found = async (query: string) => {
    const { memories } = await send("/memories/retrieve", { agent: "b", query, max_tokens: 100 });
    return memories.map(({ id }: { id: string }) => id);
  };
  expect(await found("how long does a kiln cool?")).toEqual(["by-word"]);
  expect(await found("glaze")).toEqual(["by-tag"]);
  expect(await found("is order 5200 paid?")).toContain("k5200");
  expect((await found("")).at(0)).toBe("k5200");
});
