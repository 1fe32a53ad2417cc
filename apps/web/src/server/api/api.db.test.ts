import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import {
  type ApiKeyScope,
  createApiKey,
  getLivePolicy,
  listPolicyClients,
  type PolicyContent,
  readPolicyContent,
  revokeApiKey,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { serveRequests } from "../../../test/serve-requests";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let server: Awaited<ReturnType<typeof serveRequests>>;

beforeAll(async () => {
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  const routes = createRoutes({ db: database.db, changes });
  server = await serveRequests(async (request) => routes.fetch(request));
});
afterAll(async () => {
  await server.stop();
  await changes.close();
  await database.drop();
});

interface Described {
  operationId: string;
  "x-scopes": string[];
  responses: { "200": { content: Record<string, { schema: object }> } };
}

let serial = 0;

async function buildWorkspace(): Promise<string> {
  serial += 1;
  const workspaceId = `api-${serial}`;
  await ensureWorkspace(database.db, { workspaceId });
  return workspaceId;
}

async function buildKey(workspaceId: string, scopes: ApiKeyScope[]): Promise<string> {
  return (await buildNamedKey(workspaceId, scopes)).token;
}

function buildNamedKey(workspaceId: string, scopes: ApiKeyScope[]) {
  const key = { workspaceId, name: "test", scopes, createdBy: "test", expiresAt: null };
  return createApiKey(database.db, key);
}

function contentOf(section: object, policySwitch = { enabled: true, observe: false }): PolicyContent {
  return { document: JSON.stringify({ multi_agent_handoffs: section }), policySwitch };
}

/** Publishes a policy, and waits until the routes know of it. */
async function publish(workspaceId: string, section: object): Promise<number> {
  const content = contentOf(section);
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("a policy for a test can be read");
  const ended = new AbortController();
  const { next } = await changes.watch(workspaceId, ended.signal);
  const person = { id: "cli", name: "test" };
  const number = await publishImported(database.db, { workspaceId, content, parsed, person });
  await next();
  ended.abort();
  return number;
}

function ask(path: string, token: string | null, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  return fetch(`${server.url}/api/v1${path}`, { ...init, headers });
}

function post(path: string, token: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  return ask(path, token, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const SECTION = {
  blocked_context_fields: ["ssn"],
  agent_handoff_rules: [{ rule_id: "r", from_agent_id: "a", to_agent_id: "b" }],
};

describe("GET /api/v1/policy", () => {
  it("returns the live policy, or 304 if the client has it", async () => {
    const workspaceId = await buildWorkspace();
    const token = await buildKey(workspaceId, ["read"]);
    expect((await ask("/policy", token)).status).toBe(404);
    await publish(workspaceId, SECTION);
    const response = await ask("/policy", token);
    const live = await getLivePolicy(database.db, { workspaceId });
    expect(await response.json()).toEqual({
      version: live?.policyVersion,
      enabled: true,
      observe: false,
      policy: SECTION,
      rollout: expect.objectContaining({ default: "observe", agents: {} }),
    });
    const etag = response.headers.get("etag") ?? "";
    const known = { headers: { "if-none-match": `"other", W/${etag}` } };
    expect((await ask("/policy", token, known)).status).toBe(304);
    await publish(workspaceId, {});
    expect((await ask("/policy", token, known)).status).toBe(200);
  });

  it("records which client uses which version", async () => {
    const workspaceId = await buildWorkspace();
    const token = await buildKey(workspaceId, ["read"]);
    await publish(workspaceId, SECTION);
    const live = await getLivePolicy(database.db, { workspaceId });
    const askAs = (instance: string, policyVersion: string) => {
      const named = { "baton-client": "baton-core/0.1.0", "baton-instance": encodeURIComponent(instance) };
      return ask("/policy", token, { headers: { ...named, "baton-policy-version": policyVersion } });
    };
    const etag = (await askAs("höst 1", "none")).headers.get("etag") ?? "";
    const list = async () =>
      (await listPolicyClients(database.db, { workspaceId })).map((client) => [
        client.instance,
        client.client,
        client.number,
      ]);
    expect(await list()).toEqual([["höst 1", "baton-core/0.1.0", 1]]);
    await publish(workspaceId, { description: "new" });
    const known = { "if-none-match": etag, "user-agent": "curl/8", "baton-policy-version": "not a version" };
    await ask("/policy", token, { headers: known });
    expect(new Set(await list())).toEqual(
      new Set([
        ["höst 1", "baton-core/0.1.0", 1],
        ["", "curl/8", 2],
      ]),
    );
    const tag = (await askAs("höst 1", live?.policyVersion ?? "")).headers.get("etag") ?? "";
    expect(tag).not.toBe(etag);
    expect(new Set(await list())).toEqual(
      new Set([
        ["höst 1", "baton-core/0.1.0", 2],
        ["", "curl/8", 2],
      ]),
    );
  });

  it("responds to a long poll as soon as the policy changes, and not for another workspace", async () => {
    setFlagsFromString("--expose-gc");
    // Node collects signals without references, but a wait must still end.
    const collecting = setInterval(runInNewContext("gc"), 100);
    onTestFinished(() => clearInterval(collecting));
    const prepare = async () => {
      const workspaceId = await buildWorkspace();
      await publish(workspaceId, SECTION);
      const token = await buildKey(workspaceId, ["evaluate"]);
      const etag = (await ask("/policy", token)).headers.get("etag") ?? "";
      const wait = (seconds: number) =>
        ask(`/policy?wait=${seconds}`, token, { headers: { "if-none-match": etag } });
      return { workspaceId, wait };
    };
    const [here, elsewhere] = [await prepare(), await prepare()];
    const [answer, silence] = [here.wait(20), elsewhere.wait(2)];
    await publish(here.workspaceId, { description: "new" });
    expect(await (await answer).json()).toMatchObject({ policy: { description: "new" } });
    expect((await silence).status).toBe(304);
  });
});

describe("GET /api/v1/policy before the first publication", () => {
  it("responds to a long poll with the first policy as soon as it is published", async () => {
    const workspaceId = await buildWorkspace();
    const token = await buildKey(workspaceId, ["evaluate"]);
    const answer = ask("/policy?wait=20", token);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await publish(workspaceId, SECTION);
    // A wait without a change ends with 404.
    expect(await (await answer).json()).toMatchObject({ policy: SECTION });
    expect((await ask("/policy?wait=0", await buildKey(await buildWorkspace(), ["read"]))).status).toBe(404);
  });
});

describe("a long poll", () => {
  it("stops waiting when it is answered, not when its time is over", async () => {
    const workspaceId = await buildWorkspace();
    await publish(workspaceId, SECTION);
    const token = await buildKey(workspaceId, ["read"]);
    const watch = vi.spyOn(changes, "watch");
    const headers = { authorization: `Bearer ${token}`, "if-none-match": '"other"' };
    const request = new Request("http://localhost/api/v1/policy?wait=20", { headers });
    expect((await createRoutes({ db: database.db, changes }).fetch(request)).status).toBe(200);
    expect(watch.mock.calls.map(([, signal]) => signal.aborted)).toEqual([true]);
    watch.mockRestore();
  });
});

it("POST /api/v1/text/check applies content rules as the switch says", async () => {
  const workspaceId = await buildWorkspace();
  const token = await buildKey(workspaceId, ["evaluate"]);
  const content_rules = [
    { rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]{6}", action: "redact" },
    { rule_id: "no_env", detector: "file_path", pattern: "**/.env*", action: "block", to_agent_id: "b" },
  ];
  await publish(workspaceId, { content_rules });
  const pair = { from_agent_id: "a", to_agent_id: "b" };
  const finding = { detector: "pattern", path: "", count: 1, action: "redact" };
  const passed = await post("/text/check", token, { ...pair, text: "for CUST-123456" });
  expect(await passed.json()).toMatchObject({
    blocked: false,
    results: [
      { text: "for [redacted: no_ids]", blocked: false, findings: [{ rule_id: "no_ids", ...finding }] },
    ],
  });
  const texts = ["nothing", "see app/.env.local"];
  const blocked = await (await post("/text/check", token, { ...pair, texts })).json();
  expect(blocked).toMatchObject({
    blocked: true,
    results: [{ text: "nothing" }, { text: null, blocked: true }],
  });
  const other = await post("/text/check", token, { from_agent_id: "a", to_agent_id: "c", texts });
  expect(await other.json()).toMatchObject({ blocked: false });
  expect((await post("/text/check", token, { ...pair, text: "", texts })).status).toBe(400);
  await publish(workspaceId, { content_rules: [] });
  const after = await post("/text/check", token, { ...pair, text: "for CUST-123456" });
  expect(await after.json()).toMatchObject({ results: [{ text: "for CUST-123456", findings: [] }] });
});

describe("a cached API key and policy", () => {
  const context = { prior_outputs: { a: { ssn: "1", name: "x" } }, observations: [], original_input: null };
  const scope = async (token: string) =>
    (await post("/scope", token, { from: "a", to: "b", context })).json();

  it("are used without a query, until a change is announced", async () => {
    const workspaceId = await buildWorkspace();
    const { token, key } = await buildNamedKey(workspaceId, ["evaluate"]);
    await publish(workspaceId, { blocked_context_fields: ["ssn"] });
    expect(await scope(token)).toMatchObject({ scoped: { fields_filtered: ["a.ssn"] } });
    const query = vi.spyOn(database.db, "select");
    expect(await scope(token)).toMatchObject({ scoped: { fields_filtered: ["a.ssn"] } });
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    expect((await ask("/sessions", token)).status).toBe(403);
    await publish(workspaceId, { blocked_context_fields: ["name"] });
    expect(await scope(token)).toMatchObject({ scoped: { fields_filtered: ["a.name"] } });
    await revokeApiKey(database.db, { workspaceId, keyId: key.keyId });
    await expect.poll(() => scope(token)).toMatchObject({ code: "revoked_key" });
  });
});

describe("POST /api/v1/scope", () => {
  const context = { prior_outputs: { a: { ssn: "1", x: 2 } }, observations: [], original_input: null };

  it("scopes by the live policy, and stores nothing", async () => {
    const workspaceId = await buildWorkspace();
    const token = await buildKey(workspaceId, ["evaluate"]);
    await publish(workspaceId, SECTION);
    const response = await post("/scope", token, { from: "a", to: "b", context, event_id: "e" });
    expect(await response.json()).toMatchObject({
      scoped: { prior_outputs: { a: { x: 2 } }, fields_filtered: ["a.ssn"] },
      rule_id: "r",
      event: { event_id: "e", scoping_state: "scoped", governance_rule_id: "r" },
    });
  });

  it("responds while other requests with the same API key wait for a policy", async () => {
    const workspaceId = await buildWorkspace();
    const token = await buildKey(workspaceId, ["evaluate"]);
    await publish(workspaceId, SECTION);
    const known = { headers: { "if-none-match": (await ask("/policy", token)).headers.get("etag") ?? "" } };
    let answeredCount = 0;
    const waiting = Array.from({ length: 8 }, async () => {
      const { status } = await ask("/policy?wait=20", token, known);
      answeredCount += 1;
      return status;
    });
    expect((await post("/scope", token, { from: "a", to: "b", context })).status).toBe(200);
    expect(answeredCount).toBe(0);
    await publish(workspaceId, {});
    expect(await Promise.all(waiting)).toEqual(Array(8).fill(200));
  });

  it("limits the findings of a policy to a thousand", async () => {
    const token = await buildKey(await buildWorkspace(), ["evaluate"]);
    const policy = { multi_agent_handoffs: { agent_handoff_rules: Array(20_000).fill({}) } };
    const refused = await post("/scope", token, { from: "a", to: "b", context, policy });
    expect(refused.status).toBe(422);
    expect((await refused.json()).findings).toHaveLength(1_000);
  });

  it("scopes by a policy in the request, and returns its findings", async () => {
    const token = await buildKey(await buildWorkspace(), ["evaluate"]);
    const policy = { multi_agent_handoffs: { default_handoff_mode: "minimal" } };
    const scoped = await post("/scope", token, { from: "a", to: "b", context, policy });
    expect(await scoped.json()).toMatchObject({
      scoped: { prior_outputs: {}, handoff_mode: "minimal" },
      rule_id: null,
    });
    const refused = await post("/scope", token, { from: "a", to: "b", context, policy: {} });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([422, "application/problem+json"]);
    expect(await refused.json()).toMatchObject({
      type: "urn:baton:problem:refused",
      status: 422,
      findings: [{ code: "section_missing", path: "/policy" }],
    });
  });

  it.each([
    ["invalid JSON", "{", 400, "malformed_request"],
    ["a key twice", '{"from":"a","from":"b"}', 400, "malformed_request"],
    ["no agents", { context }, 400, "malformed_request"],
    ["no context", { from: "a", to: "b", context: 7 }, 422, "refused"],
    ["nesting that is too deep", "[".repeat(1_000), 400, "malformed_request"],
    ["too many values", `[${"0,".repeat(120_000)}0]`, 400, "malformed_request"],
    ["more than 8 MiB", `"${"x".repeat(8 * 1024 * 1024)}"`, 413, "body_too_large"],
  ])("rejects a body with %s", async (_, body, status, code) => {
    const token = await buildKey(await buildWorkspace(), ["evaluate"]);
    const refused = await post("/scope", token, body);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ type: `urn:baton:problem:${code}`, status });
  });
});

describe("POST /api/v1/manifests/validate", () => {
  it("returns the findings of a manifest", async () => {
    const token = await buildKey(await buildWorkspace(), ["evaluate"]);
    const response = await post("/manifests/validate", token, { manifest: { from_agent: "x" } });
    expect(await response.json()).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([expect.objectContaining({ severity: "error" })]),
      manifest_tokens: expect.any(Number),
    });
  });

  it("applies the content rules of the live policy", async () => {
    const workspaceId = await buildWorkspace();
    const token = await buildKey(workspaceId, ["evaluate"]);
    await publish(workspaceId, { content_rules: [{ rule_id: "mail", detector: "email", action: "redact" }] });
    const response = await post("/manifests/validate", token, { manifest: { scope: "ann@example.com" } });
    expect((await response.json()).findings).toContainEqual(
      expect.objectContaining({ code: "content_rule", path: "/scope" }),
    );
  });

  it("rejects a manifest with too many values", async () => {
    const token = await buildKey(await buildWorkspace(), ["evaluate"]);
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));
    expect((await post("/manifests/validate", token, { manifest: unknown(19_000) })).status).toBe(200);
    const refused = await post("/manifests/validate", token, { manifest: unknown(21_000) });
    expect([refused.status, (await refused.json()).detail]).toEqual([
      400,
      "Invalid request body: it has more than 20000 values.",
    ]);
  });
});

describe("POST /api/v1/scope/messages", () => {
  const messages = [
    { role: "user", content: "Go on" },
    { role: "assistant", content: '{"x":2,"ssn":"1"}' },
  ];

  it("scopes the messages of a history by the live policy", async () => {
    const workspaceId = await buildWorkspace();
    const token = await buildKey(workspaceId, ["evaluate"]);
    await publish(workspaceId, SECTION);
    const response = await post("/scope/messages", token, {
      from: "a",
      to: "b",
      messages,
      authors: [null, "a"],
    });
    expect(await response.json()).toMatchObject({
      messages: [messages[0], { role: "assistant", content: '{"x":2}' }],
      rule_id: "r",
      event: { fields_filtered: ["a.ssn"], message_counts: { before: 2, after: 2 } },
    });
  });

  it("rejects an unknown format", async () => {
    const token = await buildKey(await buildWorkspace(), ["evaluate"]);
    const refused = await post("/scope/messages", token, {
      from: "a",
      to: "b",
      messages,
      format: "telegram",
    });
    expect(await refused.json()).toMatchObject({ status: 400, findings: [{ path: "/format" }] });
  });
});

describe("the OpenAPI document", () => {
  it("describes the request and response of every route, as docs/http-api.md lists them", async () => {
    const document = await (await ask("/openapi.json", null)).json();
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
    expect(document).toMatchObject({ openapi: "3.1.0", components: { schemas: { Problem: {} } } });
    const routes = Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { "x-scopes": scopes }]) => ({ method, path, scopes })),
    );
    const documented = await readFile(new URL("../../../../../docs/http-api.md", import.meta.url), "utf8");
    const rows = [...documented.matchAll(/^\| `(\w+) (\/api\/v1\/\S+)` \| ([^|]+) \|/gm)];
    const listed = rows.map(([, method = "", path, scopes = ""]) => ({
      method: method.toLowerCase(),
      path,
      scopes: scopes.split(" or ").map((scope) => scope.replaceAll("`", "")),
    }));
    expect(listed).toEqual(routes);
    for (const route of Object.values<Record<string, Described>>(document.paths).flatMap(Object.values)) {
      expect(route.operationId).toMatch(/^\w+$/);
      expect(route.responses["200"].content["application/json"].schema).toBeDefined();
      expect(route["x-scopes"].length).toBeGreaterThan(0);
    }
    expect(document.paths["/api/v1/scope"].post.requestBody.content["application/json"].schema).toMatchObject(
      {
        required: expect.arrayContaining(["from", "to"]),
      },
    );
  });

  it("lists all routes: other paths return 404", async () => {
    const [unknown, wrong] = [await ask("/nothing", null), await ask("/scope", null)];
    expect([unknown.status, wrong.status, wrong.headers.get("allow")]).toEqual([404, 405, "POST"]);
    expect(await wrong.json()).toMatchObject({ code: "wrong_method" });
  });
});

describe("a chunked body", () => {
  const send = async (token: string | null, text: string) => {
    const body = new Blob([text.slice(0, 5), text.slice(5)]).stream();
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      duplex: "half",
      body,
      headers: { "content-type": "application/json" },
    };
    return ask("/scope", token, init);
  };

  it("is accepted like any other, and returns 401 without an API key", async () => {
    const text = JSON.stringify({ from: "a", to: "b", context: {}, policy: { multi_agent_handoffs: {} } });
    expect((await send(await buildKey(await buildWorkspace(), ["evaluate"]), text)).status).toBe(200);
    const refused = await send(null, text);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([401, "application/problem+json"]);
  });

  it("can be compressed with gzip", async () => {
    const text = JSON.stringify({ from: "a", to: "b", context: {}, policy: { multi_agent_handoffs: {} } });
    const answer = await ask("/scope", await buildKey(await buildWorkspace(), ["evaluate"]), {
      method: "POST",
      body: gzipSync(text),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect(answer.status).toBe(200);
  });
});
