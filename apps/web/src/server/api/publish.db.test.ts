import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type CompiledPolicy, ContextCompiler } from "@baton/core";
import { PolicyClient, readLivePolicy } from "@baton/core/client";
import { createBaton } from "@baton/core/node";
import { createApiKey, getLivePolicy, readPolicyContent } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { changeRelease } from "@baton/services/policy/change-release";
import { publishImported } from "@baton/services/policy/publish-imported";
import { startDraft } from "@baton/services/policy/start-draft";
import { startRelease } from "@baton/services/policy/start-release";
import { stopRelease } from "@baton/services/policy/stop-release";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serveRequests } from "../../../test/serve-requests";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

const workspaceId = "published";
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let server: Awaited<ReturnType<typeof serveRequests>>;
let key: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-publish-"));
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, () => {});
  const routes = createRoutes({ db: database.db, changes });
  server = await serveRequests(async (request) => routes.fetch(request));
  await ensureWorkspace(database.db, { workspaceId });
  const scopes = ["read" as const];
  key = (
    await createApiKey(database.db, { workspaceId, name: "k", scopes, createdBy: "test", expiresAt: null })
  ).token;
});
afterAll(async () => {
  await server.stop();
  await changes.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function publish(section: object): Promise<void> {
  const policySwitch = { enabled: true, observe: false };
  const content = { document: JSON.stringify({ multi_agent_handoffs: section }), policySwitch };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("a policy for a test can be read");
  await publishImported(database.db, { workspaceId, content, parsed, person: { id: "cli", name: "test" } });
}

/** Each policy blocks what the other passes, in the policy and in the rule, so that a mixture is visible. */
const between = { from_agent_id: "a", to_agent_id: "b" };
const ODD = {
  blocked_context_fields: ["odd_1"],
  agent_handoff_rules: [{ ...between, rule_id: "r", blocked_context_fields: ["odd_2"] }],
};
const EVEN = {
  blocked_context_fields: ["even_1"],
  agent_handoff_rules: [{ ...between, rule_id: "r", blocked_context_fields: ["even_2"] }],
};
const OUTPUT = { odd_1: 1, odd_2: 1, even_1: 1, even_2: 1 };
const WHOLE = ["even_1,even_2", "odd_1,odd_2"];

/** Policies that arrive at least while a test scopes; publishing is slow on a busy machine. */
const MIN_ADOPTED = 5;

/**
 * Scopes repeatedly while policies are published, and `adopt`s each one as it
 * arrives. @returns the result of each call.
 */
async function scopeMeanwhile(
  calls: number,
  adopt: (compiler: ContextCompiler, policy: CompiledPolicy) => void,
) {
  await publish(ODD);
  const client = await PolicyClient.start({ server: server.url, key, savedAt: join(folder, "p.json") });
  const compiler = new ContextCompiler({
    policy: client.policy,
    sessionId: "s",
    write: () => {},
    now: Date.now,
    newId: () => "id",
  });
  let adopted = 0;
  const stopFollowing = client.onPolicy((policy) => {
    adopted += 1;
    adopt(compiler, policy);
  });
  let isDone = false;
  const publishing = (async () => {
    for (let turn = 0; !isDone; turn += 1) {
      await publish(turn % 2 === 0 ? EVEN : ODD);
      await wait(5);
    }
  })();
  const passed: string[] = [];
  for (let call = 0; call < calls || adopted < MIN_ADOPTED; call += 1) {
    const { context } = await compiler.compileForAgent({
      agentId: "b",
      fromAgentId: "a",
      priorOutputs: { a: OUTPUT },
    });
    passed.push(Object.keys(Object(context.prior_outputs.a)).join());
    await wait(1);
  }
  isDone = true;
  await publishing;
  stopFollowing();
  client.stop();
  return passed;
}

describe("a policy published during 1,000 scoping calls", { timeout: 120_000 }, () => {
  it("applies to each call as a whole, and to the later ones at once", async () => {
    const passed = await scopeMeanwhile(1_000, (compiler, policy) => compiler.adoptPolicy(policy));
    expect(passed.filter((fields) => !WHOLE.includes(fields))).toEqual([]);
    expect(new Set(passed).size).toBe(2);
  });

  it("would be mixed if it was adopted in parts", async () => {
    let before: CompiledPolicy | null = null;
    const passed = await scopeMeanwhile(300, (compiler, policy) => {
      if (before) compiler.adoptPolicy({ ...policy, blocked: before.blocked });
      before = policy;
      setTimeout(() => compiler.adoptPolicy(policy), 5);
    });
    expect(passed.filter((fields) => !WHOLE.includes(fields)).length).toBeGreaterThan(0);
  });

  it("applies within a moment", async () => {
    await publish(ODD);
    const client = await PolicyClient.start({ server: server.url, key, savedAt: join(folder, "q.json") });
    await wait(300);
    await publish(EVEN);
    // The guarantee is 1 s; this allows ten times that, since other tests run in parallel. A
    // client that is not woken asks again after 30 s.
    await vi.waitFor(() => expect(client.policy.index?.policy.blocked_context_fields).toEqual(["even_1"]), {
      timeout: 10_000,
      interval: 2,
    });
    client.stop();
  });
});

it("a version released in steps decides its share in clients and in the API, until it is stopped", async () => {
  const person = { id: "ada", name: "Ada" };
  await publish({ description: "live", default_handoff_mode: "minimal" });
  const client = await PolicyClient.start({ server: server.url, key, savedAt: join(folder, "r.json") });
  const next = {
    default_handoff_mode: "minimal",
    blocked_context_fields: ["ssn"],
    content_rules: [{ rule_id: "mail", detector: "email", action: "redact" }],
  };
  const content = {
    document: JSON.stringify({ multi_agent_handoffs: next }),
    policySwitch: { enabled: true, observe: false },
  };
  const basedOn = client.policy.version;
  const draftId = await startDraft(database.db, { workspaceId, content, basedOn, person, origin: "live" });
  const started = await startRelease(database.db, {
    workspaceId,
    draftId: draftId ?? 0,
    revision: 1,
    note: "",
    publisher: person,
    acknowledged: [],
    isOnlyOwner: true,
    stage: { stage: "observe" },
  });
  if (started.outcome !== "started") throw new Error(JSON.stringify(started));
  const { releaseId, policyVersion } = started;
  const patience = { timeout: 10_000, interval: 5 };
  const sessions = Array.from({ length: 40 }, (_, n) => ({ sessionId: `s${n}` }));
  const released = () => sessions.filter((session) => client.policyFor(session).version === policyVersion);
  await vi.waitFor(() => expect(client.policy.release?.stage).toEqual({ stage: "observe" }), patience);
  expect(released()).toEqual([]);
  const stage = { stage: "share" as const, percent: 50 };
  expect(await changeRelease(database.db, { workspaceId, releaseId, stage, person })).toBe(true);
  await vi.waitFor(() => expect(client.policy.release?.stage).toEqual(stage), patience);
  const share = released();
  expect(share.length).toBeGreaterThan(5);
  expect(share.length).toBeLessThan(35);

  const { token } = await createApiKey(database.db, {
    workspaceId,
    name: "scoper",
    scopes: ["evaluate"],
    createdBy: "test",
    expiresAt: null,
  });
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...body, from: "a", to: "b", from_agent_id: "a", to_agent_id: "b" }),
    });
    return answer.json();
  };
  for (const { sessionId } of sessions.slice(0, 12)) {
    const context = { prior_outputs: {}, observations: [], original_input: null };
    const decider = client.policyFor({ sessionId }).version;
    expect(await post("/scope", { session_id: sessionId, context })).toMatchObject({
      scoped: { metadata: { policy_version: decider } },
      event: { policy_version: decider },
    });
  }
  // The package for Python sends its texts with the version that decides.
  const texts = { text: "ada@example.org" };
  expect(await post("/text/check", texts)).toMatchObject({
    policy_version: basedOn,
    results: [{ text: "ada@example.org" }],
  });
  expect(await post("/text/check", { ...texts, policy_version: policyVersion })).toMatchObject({
    policy_version: policyVersion,
    results: [{ text: expect.not.stringContaining("ada") }],
  });

  expect(await stopRelease(database.db, { workspaceId, releaseId, person })).toBe(true);
  await vi.waitFor(() => expect(client.policy.release).toBeNull(), patience);
  expect(released()).toEqual([]);
  client.stop();
});

it("createBaton applies a policy that is published while it runs", async () => {
  const rule = { rule_id: "r", from_agent_id: "a", to_agent_id: "b" };
  await publish({ agent_handoff_rules: [rule] });
  const baton = await createBaton({ folder, server: { url: server.url, key }, sessionId: "claim-1" });
  const handOver = async () => {
    const priorOutputs = { a: { score: 7, internal_notes: "x" } };
    const { context } = await baton.contextFor({ agentId: "b", fromAgentId: "a", priorOutputs });
    return context.prior_outputs.a;
  };
  expect(await handOver()).toEqual({ score: 7, internal_notes: "x" });
  await publish({ agent_handoff_rules: [{ ...rule, blocked_context_fields: ["internal_notes"] }] });
  await vi.waitFor(async () => expect(await handOver()).toEqual({ score: 7 }), {
    timeout: 10_000,
    interval: 20,
  });
  await baton.stop();
  const events = await readFile(join(folder, "sessions/claim-1.jsonl"), "utf8");
  expect(events.match(/"policy_seen"/g)).toHaveLength(2);
});

it("readLivePolicy returns the live policy of a server, and the last one if the server is away", async () => {
  const options = {
    server: server.url,
    key,
    savedAt: join(folder, "live.json"),
    freshFor: 0,
    patience: { saved: 20_000, unsaved: 20_000 },
  };
  const versionOf = async (changed: Partial<typeof options> = {}) => {
    const { policy, problem } = await readLivePolicy({ ...options, ...changed });
    return { version: policy?.version ?? null, problem };
  };
  const live = async () => ({
    version: (await getLivePolicy(database.db, { workspaceId }))?.policyVersion,
    problem: null,
  });
  await publish(ODD);
  const odd = await live();
  expect([await versionOf(), await versionOf()]).toEqual([odd, odd]);
  await publish(EVEN);
  expect(await versionOf({ freshFor: 60_000 })).toEqual(odd);
  const even = await live();
  expect(await versionOf()).toEqual(even);
  expect(even).not.toEqual(odd);
  // Nothing listens on port 1.
  const away = await versionOf({ server: "http://127.0.0.1:1" });
  expect(away).toEqual({ version: even.version, problem: expect.stringMatching(/does not respond/) });
  const refused = await versionOf({ savedAt: join(folder, "none.json"), key: "baton_x" });
  expect(refused).toEqual({ version: null, problem: expect.stringMatching(/401.*Invalid API key/) });
});
