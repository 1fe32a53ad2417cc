import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { ArtifactReadEvent } from "@baton/core/session";
import { countTokens } from "@baton/core/tokens";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bundleInParts } from "../../../scripts/bundle.mjs";

// Each call goes to another process.
vi.setConfig({ testTimeout: 60_000 });

const RUN = "artifacts/planner/2026-01-02-plan";
const PLAN = Array.from({ length: 200 }, (_, index) => `Step ${index + 1}: pay the claim.`).join("\n");
const MANIFEST = {
  from_agent: "planner",
  artifact_type: "plan",
  timestamp: "2026-01-02T10:00:00Z",
  scope: "Claims",
  summary: { strategy: "Pay small claims at once." },
  key_decisions: [{ decision: "No review below 100 EUR", rationale: "Speed" }],
  required_reading: [{ file: "plan.md", description: "The plan" }],
  artifacts_directory: RUN,
};
const DOCUMENT = `# Claims Handoff

## Next Action

Run the tests of src/pay.ts.

## Current State

- File: src/pay.ts
`;

let home: string;
let project: string;
let client: Client;
let address: string;
let stopServer: () => void;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "baton-mcp-"));
  project = join(home, "project");
  await put(`${RUN}/manifest.json`, JSON.stringify(MANIFEST));
  await put(`${RUN}/plan.md`, PLAN);
  await put("handoffs/2026-01-02-claims.md", DOCUMENT);
  await put("src/pay.ts", "export {};\n");
  await writeFile(join(home, "private.txt"), "not for agents");
  await symlink(home, join(project, "out"));
  await bundleInParts(fileURLToPath(new URL("main.ts", import.meta.url)), join(home, "dist", "mcp.mjs"));
  // Another program than Baton.
  const other = createServer((_, response) => response.end("<html>"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const place = other.address();
  address = `http://127.0.0.1:${typeof place === "object" ? place?.port : ""}`;
  stopServer = () => other.close();
  client = await connect({ BATON_URL: address, BATON_API_KEY: "baton_x" });
}, 60_000);
afterAll(async () => {
  await client.close();
  stopServer();
  await rm(home, { recursive: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}

async function connect(environment: Record<string, string>): Promise<Client> {
  const connected = new Client({ name: "test", version: "1" });
  const args = [join(home, "dist", "mcp.mjs")];
  await connected.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: home,
      env: { CLAUDE_PROJECT_DIR: project, ...environment },
    }),
  );
  return connected;
}

async function call(name: string, given: Record<string, unknown> = {}, asked = client) {
  const { content, isError = false } = await asked.callTool({ name, arguments: given });
  return { isError, content };
}

const answer = (pattern: RegExp) => ({
  isError: false,
  content: [{ type: "text", text: expect.stringMatching(pattern) }],
});
const refusal = (pattern: RegExp) => ({ ...answer(pattern), isError: true });

async function readRecorded(): Promise<ArtifactReadEvent[]> {
  const folder = join(project, ".baton", "sessions");
  const [name = ""] = await readdir(folder);
  const lines = (await readFile(join(folder, name), "utf8")).trim().split("\n");
  return lines.map((line) => ArtifactReadEvent.parse(JSON.parse(line)));
}

it("opens a manifest as an index, and reads a file in parts within a budget, each recorded", async () => {
  expect(await call("open_manifest")).toEqual(
    answer(new RegExp(`^Manifests, newest first:\n- ${RUN}/manifest.json$`)),
  );
  expect(await call("open_manifest", { path: RUN })).toEqual(
    answer(
      /^Manifest of planner \(plan\), valid\..*Pay small claims.*No review below.*- plan\.md \(required reading, \d+ tokens\)/s,
    ),
  );
  const part = await call("read_detail", {
    manifest: `${RUN}/manifest.json`,
    file: "plan.md",
    max_tokens: 100,
  });
  expect(part).toEqual(answer(/^Step 1:.*\[Cut at 100 tokens\. Continue with from_line (\d+)\.\]$/s));
  const rest = { manifest: RUN, file: "plan.md", from_line: 199, max_tokens: 100 };
  expect(await call("read_detail", rest)).toEqual(
    answer(/^Step 199: pay the claim\.\nStep 200: pay the claim\.$/),
  );
  const reads = await readRecorded();
  expect(reads.map(({ path, reason }) => `${reason} ${path}`)).toEqual([
    `manifest ${RUN}/manifest.json`,
    `detail ${RUN}/plan.md`,
    `detail ${RUN}/plan.md`,
  ]);
  expect(reads[1]?.tokens).toBeLessThanOrEqual(100);
  expect(reads[2]?.tokens).toBeLessThan(countTokens(PLAN) / 10);
});

it("shows the newest handoff document, and writes new ones with their findings", async () => {
  const latest = answer(/^handoffs\/2026-01-02-claims\.md, of .*Immediate next action: Run the tests/s);
  expect(await call("latest_handoff")).toEqual(latest);
  expect(await call("latest_handoff", { detail: true })).toEqual(
    answer(/# Claims Handoff.*- File: src\/pay\.ts/s),
  );
  expect(await call("write_handoff")).toEqual(answer(/\{the one step that comes next\}/));
  const secret = `${DOCUMENT}\nThe token is ghp_${"a1B2c3D4e5F6".repeat(3)}.`;
  expect(await call("write_handoff", { topic: "x", markdown: secret })).toEqual(
    refusal(/^Not written: .*secret/s),
  );
  const given = { topic: "../Pay it!", markdown: `${DOCUMENT}\nSee src/gone.ts: src/gone.ts` };
  expect(await call("write_handoff", given)).toEqual(
    answer(/^Written to handoffs\/\d{4}-\d\d-\d\d-pay-it\.md\.\nScore \d+ of 100.*error/s),
  );
  expect(await call("write_handoff", given)).toEqual(answer(/-pay-it-2\.md/));
  const names = await readdir(join(project, "handoffs"));
  expect(names.filter((name) => name.includes("pay-it"))).toHaveLength(2);
});

it("applies content rules to the documents that it writes and reads", async () => {
  const content_rules = [
    { rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "redact" },
    { rule_id: "no_cards", detector: "payment_card", action: "block" },
  ];
  await writeFile(join(home, "policy.json"), JSON.stringify({ multi_agent_handoffs: { content_rules } }));
  const governed = await connect({ BATON_POLICY: join(home, "policy.json") });
  const markdown = `${DOCUMENT}\nAsk CUST-17.\n`;
  await put("handoffs/2026-01-03-ask.md", markdown);
  const blocked = { topic: "card", markdown: `${DOCUMENT}\nPay with 4111 1111 1111 1111.\n` };
  expect(await call("write_handoff", blocked, governed)).toEqual(
    refusal(/^Not written: the content rule no_cards finds payment_card/),
  );
  expect(await call("write_handoff", { topic: "ask", markdown }, governed)).toEqual(
    answer(/^Written to.*Redacted by the content rule no_ids: pattern, 1\.$/s),
  );
  const names = await readdir(join(project, "handoffs"));
  expect(names.some((name) => name.includes("card"))).toBe(false);
  const written = names.find((name) => name.endsWith("-ask.md") && !name.startsWith("2026-01-03")) ?? "";
  expect(await readFile(join(project, "handoffs", written), "utf8")).toContain("Ask [redacted: no_ids].");
  const uri = "baton://project/handoffs/2026-01-03-ask.md";
  const { contents } = await governed.readResource({ uri });
  expect(contents).toMatchObject([{ text: markdown.replace("CUST-17", "[redacted: no_ids]") }]);
  await writeFile(join(home, "policy.json"), "{");
  expect(await call("write_handoff", { markdown }, governed)).toEqual(refusal(/cannot be read/));
  await governed.close();
});

it("advises on a handoff, keeps progress, writes a partial result, and archives and offloads", async () => {
  const objectives = [
    { id: 1, description: "Read the claims", status: "not_started" },
    { id: 2, description: "Pay them", status: "not_started" },
  ];
  const progress = "task/progress/phase-1-progress.json";
  const now = "2026-01-02T10:00:00Z";
  await put(
    progress,
    JSON.stringify({
      phase: 1,
      started_at: now,
      last_updated: now,
      objectives,
      current_objective: 1,
      approaches_tried: [],
      handoff_count: 0,
    }),
  );
  await put("task/handoffs/phase-1-handoff.md", DOCUMENT);
  expect(await call("advise_handoff", { used: 172_000, tool_calls: 12, progress })).toEqual(
    answer(/^Write a handoff document now.*86 % of the context window.*2 remain: start a new agent/s),
  );
  expect(await call("update_progress", { file: progress, objective: "1", status: "done" })).toEqual(
    answer(/is updated\. 1 remain: the lead continues/),
  );
  const second = { file: "task/progress/phase-2-progress.json", phase: "2", objectives: ["Test it"] };
  expect(await call("start_progress", second)).toEqual(answer(/is written\. 1 remain/));
  expect(await call("start_progress", second)).toEqual(refusal(/exists/));
  const handoff = "task/handoffs/phase-1-handoff.md";
  const partial = { handoff, used: 172_000, progress, folder: "task", agent: "payer" };
  expect(await call("finish_partial", partial)).toEqual(answer(/return-meta\.json is written: partial/));
  const written = JSON.parse(await readFile(join(project, "task", ".return-meta.json"), "utf8"));
  expect(written).toMatchObject({
    status: "partial",
    metadata: { agent_type: "payer" },
    partial_progress: { handoff_path: handoff, phases_completed: 1, phases_total: 2 },
  });
  await call("update_progress", { file: progress, objective: "2", status: "done" });
  expect(await call("archive_handoffs", { folder: "task" })).toEqual(answer(/phase-1-handoff\.md/));
  expect(await call("offload_text", { text: PLAN })).toEqual(answer(/\.baton\/offloaded\/[0-9a-f]{64}\.txt/));
  expect(await call("update_progress", { file: "../other.json" })).toEqual(refusal(/cannot be read/));
  expect(await call("restore_facts", { summary: "Pay.", literal: ["src/pay.ts"] })).toEqual(
    answer(/## Restored\n\n- src\/pay\.ts/),
  );
});

it("keeps every path inside the project", async () => {
  for (const path of ["..", "out", "../..", home, "none", "src\0"]) {
    expect(await call("open_manifest", { path }), path).toMatchObject({ isError: true });
    expect(await call("read_detail", { manifest: path, file: "private.txt" }), path).toMatchObject({
      isError: true,
    });
  }
  for (const file of [
    "../../../private.txt",
    join(home, "private.txt"),
    "../../../out/private.txt",
    "none",
    ".",
  ]) {
    expect(await call("read_detail", { manifest: RUN, file }), file).toEqual(refusal(/cannot be read/));
  }
});

it("lists documents as resources, and gives no other file", async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain(`baton://project/${RUN}/manifest.json`);
  const { contents } = await client.readResource({ uri: "baton://project/handoffs/2026-01-02-claims.md" });
  expect(contents).toMatchObject([{ mimeType: "text/markdown", text: DOCUMENT }]);
  for (const path of ["src/pay.ts", "out/private.txt", "handoffs/../src/pay.ts", "%2e%2e/private.txt"]) {
    await expect(client.readResource({ uri: `baton://project/${path}` }), path).rejects.toThrow();
  }
});

it("explains a server that is away, not set, or another program, and continues", async () => {
  expect(await call("search_sessions")).toEqual(refusal(/unknown form/));
  const alone = await connect({});
  expect(await call("search_sessions", {}, alone)).toEqual(refusal(/Set BATON_URL and BATON_API_KEY/));
  await alone.close();
  const keyless = await connect({ BATON_URL: "http://127.0.0.1:9" });
  expect(await call("search_sessions", {}, keyless)).toEqual(refusal(/Set BATON_API_KEY for/));
  const text = { from: "a", to: "b", text: "x" };
  expect(await call("check_text", text, keyless)).toEqual(refusal(/or set BATON_API_KEY for/));
  await keyless.close();
  stopServer();
  expect(await call("check_text", { from: "a", to: "b", text: "x" })).toEqual(refusal(/does not respond/));
  expect(await call("check_text", { from: 1 })).toMatchObject({ isError: true });
  expect(await call("open_manifest")).toMatchObject({ isError: false });
});

it("decides by the policy of the project without a server", async () => {
  const rules = [{ rule_id: "no_ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "redact" }];
  const section = { blocked_context_fields: ["ssn"], content_rules: rules };
  await put(".baton/policy.json", JSON.stringify({ multi_agent_handoffs: section }));
  const alone = await connect({});
  const pair = { from: "a", to: "b" };
  expect(await call("check_text", { ...pair, text: "for CUST-1" }, alone)).toEqual(
    answer(/no_ids \(redact, 1\).*for \[redacted: no_ids\]/s),
  );
  const context = { prior_outputs: { a: { ssn: "1", score: 2 } } };
  expect(await call("scope_context", { ...pair, context }, alone)).toEqual(
    answer(/removed a\.ssn; \d+ → \d+ tokens.*"score":2/s),
  );
  expect(await call("scope_context", { ...pair, context: { ssn: 1 } }, alone)).toEqual(
    answer(/nothing removed.*no prior_outputs.*not about the names “ssn”/s),
  );
  expect(await call("scope_context", { ...pair, to: "*", context }, alone)).toEqual(refusal(/not the ID/));
  await put(".baton/policy.json", "{");
  expect(await call("check_text", { ...pair, text: "x" }, alone)).toEqual(
    refusal(/cannot be read: .*is not a policy.*Correct it/),
  );
  await rm(join(project, ".baton", "policy.json"));
  await put("governance_policies.json", JSON.stringify({ multi_agent_handoffs: section }));
  expect(await call("check_text", { ...pair, text: "for CUST-1" }, alone)).toEqual(answer(/no_ids/));
  await alone.close();
  await rm(join(project, "governance_policies.json"));
});

it("ignores input that is not MCP, and ends with its input", async () => {
  const child = spawn(process.execPath, [join(home, "dist", "mcp.mjs")], { cwd: project });
  const ended = once(child, "close");
  child.stdin.end('garbage\n{"jsonrpc":"2.0"}\n[]\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const [output, [code]] = await Promise.all([text(child.stdout), ended]);
  expect(output).toContain('"id":1');
  expect(code).toBe(0);
});
