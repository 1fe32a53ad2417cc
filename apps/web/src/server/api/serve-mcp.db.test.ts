import { SCORE_POINTS } from "@baton/core/handoff-document";
import { type ApiKeyScope, createApiKey, getPolicyDraft, readPolicyContent } from "@baton/db";
import { handoffDocument } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildManifest } from "@baton/db/test/factories";
import { ensureWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveRequests } from "../../../test/serve-requests";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";
import { serveMcp } from "./serve-mcp";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let server: Awaited<ReturnType<typeof serveRequests>>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  const routes = createRoutes({ db, changes });
  server = await serveRequests((request) =>
    serveMcp(request, { db, answer: (asked) => routes.fetch(asked) }),
  );
  await ensureWorkspace(db, { workspaceId: "w" });
  const content = {
    document: JSON.stringify({
      multi_agent_handoffs: {
        blocked_context_fields: ["ssn"],
        content_rules: [{ rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "redact" }],
      },
    }),
    policySwitch: { enabled: true, observe: false },
  };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy of the test is valid");
  await publishImported(db, { workspaceId: "w", content, parsed, person: { id: "cli", name: "test" } });
});
afterAll(async () => {
  await server.stop();
  await changes.close();
  await database.drop();
});

async function buildToken(scopes: ApiKeyScope[]): Promise<string> {
  const key = { workspaceId: "w", name: "mcp", scopes, createdBy: "Ann", expiresAt: null };
  return (await createApiKey(database.db, key)).token;
}

async function connect(scopes: ApiKeyScope[]) {
  const headers = { authorization: `Bearer ${await buildToken(scopes)}` };
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
  );
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    return { isError, content };
  };
  return { client, call };
}

const textOf = (pattern: RegExp) => [{ type: "text", text: expect.stringMatching(pattern) }];

it("lists the tools that need no files of a project, and answers them with the scopes of the key", async () => {
  const { client, call } = await connect(["evaluate", "propose"]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    "check_text",
    "explain_handoff",
    "find_field",
    "latest_handoff",
    "list_memories",
    "open_manifest",
    "propose_rule",
    "restore_facts",
    "retrieve_memories",
    "scope_context",
    "search_sessions",
    "what_did_agent_know",
    "write_memory",
  ]);
  const pair = { from: "a", to: "b" };
  expect(await call("check_text", { ...pair, text: "for CUST-1" })).toEqual({
    isError: false,
    content: textOf(/no_ids \(redact, 1\).*for \[redacted: no_ids\]/s),
  });
  const context = { prior_outputs: { a: { ssn: "1", score: 2 } }, observations: [], original_input: null };
  expect(await call("scope_context", { ...pair, context })).toEqual({
    isError: false,
    content: textOf(/removed a\.ssn; \d+ → \d+ tokens\..*"score":2/s),
  });
  expect(await call("search_sessions", {})).toEqual({
    isError: true,
    content: textOf(/lacks the scope `read`/),
  });
  await client.close();
});

it("proposes a rule as a draft, never live, and explains an invalid one", async () => {
  const { client, call } = await connect(["propose"]);
  const rule = { rule_id: "r", from_agent_id: "a", to_agent_id: "b", blocked_context_fields: ["name"] };
  expect(await call("propose_rule", { rule })).toMatchObject({
    content: textOf(/added in draft \d+, revision 1/),
  });
  expect(await getPolicyDraft(database.db, { workspaceId: "w" })).toMatchObject({ revision: 1 });
  const invalid = { ...rule, blocked_context_fields: ["a[0]"] };
  expect(await call("propose_rule", { rule: invalid })).toEqual({
    isError: true,
    content: textOf(/422.*malformed_field_pattern/s),
  });
  await client.close();
});

it("answers what a key with the scope read may know, with the reason if there is nothing", async () => {
  const { client, call } = await connect(["read"]);
  expect(await call("search_sessions", {})).toEqual({ isError: false, content: textOf(/No sessions match/) });
  const notFound = { isError: true, content: textOf(/404.*Session not found/) };
  expect(await call("explain_handoff", { session: "../x" })).toEqual(notFound);
  expect(await call("what_did_agent_know", { session: "s", agent: "a" })).toEqual(notFound);
  expect(await call("find_field", { session: "s", field: "ssn" })).toEqual(notFound);
  expect(await call("find_field", { field: "ssn" })).toEqual({
    isError: false,
    content: textOf(/No handoff/),
  });
  expect(await call("find_field", { field: 7 })).toMatchObject({ isError: true });
  expect(await call("no_tool", {})).toMatchObject({ isError: true });
  await client.close();
});

it("answers from stored manifests and handoff documents, without what content rules redact", async () => {
  const { client, call } = await connect(["read"]);
  expect(await call("open_manifest", {})).toEqual({ isError: false, content: textOf(/^No manifests/) });
  expect(await call("latest_handoff", {})).toEqual({ isError: true, content: textOf(/no handoff document/) });
  const { db } = database;
  const file = { path: "plan.md", state: "counted" as const, bytes: 40, tokens: 9, secretKinds: [] };
  const [first, last] = [
    { from_agent: "planner", artifact_type: "plan", summary: { strategy: "Pay CUST-12 at once." } },
    { from_agent: "coder", artifact_type: "research", summary: {} },
  ];
  const manifest = await buildManifest(db, {
    workspaceId: "w",
    fromAgent: "planner",
    scope: "Claims of CUST-12",
    text: JSON.stringify(first),
    files: {
      requiredReading: [{ name: "plan.md", isPattern: false, files: [file] }],
      optionalContext: [],
      detailFiles: [],
    },
  });
  await buildManifest(db, { workspaceId: "w", fromAgent: "coder", text: JSON.stringify(last) });
  const markdown = "# Pay\n\n## Next Action\n\nTest the rounding for CUST-9.\n";
  await db.insert(handoffDocument).values({
    workspaceId: "w",
    documentId: "d",
    sourceFileId: 2,
    path: "/p/handoffs/pay.md",
    projectRoot: "/p",
    taskFolder: "/p",
    title: "Pay CUST-9",
    score: 80,
    points: SCORE_POINTS,
    findings: [],
    errorCount: 0,
    warningCount: 0,
    tokens: 20,
    lineCount: 5,
    sectionsFound: [],
    staleness: "FRESH",
    stalenessReasons: ["2 commits since"],
    writtenAt: new Date("2026-03-01T10:00:00Z"),
    text: markdown,
    sha256: "00",
  });

  const listed = textOf(new RegExp(`^Manifests.*coder.*- ${manifest}: /p/artifacts/.*planner, 2026`, "s"));
  expect(await call("open_manifest", {})).toEqual({ isError: false, content: listed });
  const one = textOf(/coder.*There are more/s);
  expect(await call("open_manifest", { limit: 1 })).toEqual({ isError: false, content: one });
  const opened =
    /^Manifest of planner \(plan\), valid\..*Pay \[redacted: no_ids\] at once.*plan\.md \(required, 9 tokens\)/s;
  expect(await call("open_manifest", { manifest })).toEqual({ isError: false, content: textOf(opened) });
  const unknown = { isError: true, content: textOf(/404.*Manifest not found/) };
  expect(await call("open_manifest", { manifest: "../x" })).toEqual(unknown);

  const latest =
    /^\/p\/handoffs\/pay\.md, of 2026-03-01\. FRESH: 2 commits since.*rounding for \[redacted: no_ids\]/s;
  expect(await call("latest_handoff", { project: "/p" })).toEqual({
    isError: false,
    content: textOf(latest),
  });
  const whole = textOf(/\n# Pay\n/);
  expect(await call("latest_handoff", { detail: true })).toEqual({ isError: false, content: whole });
  expect(await call("latest_handoff", { project: "/q" })).toMatchObject({ isError: true });

  const { resources } = await client.listResources();
  const [uri, documentUri] = [
    `baton://workspace/manifests/${manifest}`,
    "baton://workspace/handoff-documents/d",
  ];
  expect(resources.map(({ uri: each }) => each)).toEqual(expect.arrayContaining([uri, documentUri]));
  expect(JSON.stringify(resources)).not.toContain("CUST-");
  const read = await client.readResource({ uri });
  expect(read.contents).toMatchObject([{ text: expect.stringContaining("Pay [redacted: no_ids] at once.") }]);
  expect((await client.readResource({ uri: documentUri })).contents).toMatchObject([
    { mimeType: "text/markdown", text: markdown.replace("CUST-9", "[redacted: no_ids]") },
  ]);
  await expect(client.readResource({ uri: `${documentUri}2` })).rejects.toThrow("Handoff document not found");
  await client.close();
});

it("refuses requests without a key, other methods, and bodies that are not MCP", async () => {
  const send = async (init: RequestInit, token: string | null) => {
    const headers = new Headers({
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    });
    const response = await fetch(`${server.url}/mcp`, { headers, ...init });
    await response.body?.cancel();
    return response.status;
  };
  const token = await buildToken(["read"]);
  expect(await send({ method: "POST", body: "{}" }, null)).toBe(401);
  expect(await send({ method: "GET" }, token)).toBe(405);
  for (const body of ["{", "{}", "null", '{"jsonrpc":"2.0"}', '[{"jsonrpc":"1"}]']) {
    expect(await send({ method: "POST", body }, token), body).toBe(400);
  }
});

it("says that a policy which only observes removes nothing", async () => {
  const content = {
    document: JSON.stringify({ multi_agent_handoffs: { blocked_context_fields: ["ssn"] } }),
    policySwitch: { enabled: false, observe: true },
  };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy of the test is valid");
  const person = { id: "cli", name: "test" };
  await publishImported(database.db, { workspaceId: "w", content, parsed, person });
  const { client, call } = await connect(["evaluate"]);
  const context = { prior_outputs: { a: { ssn: "1" } }, observations: [], original_input: null };
  expect(await call("scope_context", { from: "a", to: "b", context })).toEqual({
    isError: false,
    content: textOf(/if enforced: removed a\.ssn.*passes unchanged\..*"ssn":"1"/s),
  });
  await client.close();
});
