import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { packOutlines } from "@baton/server/replay";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runCommand } from "../../../test/run-command";

const SECTION = {
  agent_handoff_rules: [
    { rule_id: "r", from_agent_id: "a", to_agent_id: "b", allowed_context_fields: ["score"] },
  ],
};
const handoff = { fromAgent: "a", toAgent: "b", outlineTruncated: false, sessionId: "s", beforeTokens: 30 };
const OUTLINE = [
  { path: "a.score", tokens: 10 },
  { path: "a.ssn", tokens: 20 },
];

/** Answers by path, each with its status; the last requested body by path. */
let answers: Record<string, { status: number; body: object }>;
let asked: Record<string, string>;
let folder: string;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-replay-"));
  asked = {};
  const pages = [[{ ...handoff, outline: OUTLINE }], [{ ...handoff, outline: null }]].map(packOutlines);
  const outlines = "/api/v1/handoff-outlines?range=30d";
  answers = {
    "/api/v1/policy": { status: 200, body: { policy: SECTION } },
    [outlines]: { status: 200, body: { page: pages[0], next_cursor: "next" } },
    [`${outlines}&cursor=next`]: { status: 200, body: { page: pages[1], next_cursor: null } },
  };
  server = createServer(async (request, response) => {
    asked[request.url ?? ""] = await text(request);
    const { status, body } = answers[request.url ?? ""] ?? { status: 404, body: { detail: "Not found." } };
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  vi.stubEnv("BATON_API_KEY", "key");
  vi.stubEnv("BATON_URL", url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true });
});

async function write(allowed: string[]): Promise<string> {
  const [rule] = SECTION.agent_handoff_rules;
  const section = { agent_handoff_rules: [{ ...rule, allowed_context_fields: allowed }] };
  const file = join(folder, "policies.json");
  await writeFile(file, JSON.stringify({ multi_agent_handoffs: section }));
  return file;
}

it("policy replay lists what newly passes and is removed, and exits with 1 if something passes", async () => {
  const file = await write(["ssn"]);
  const replay = (...words: string[]) => runCommand("policy", "replay", file, "--range", "30d", ...words);
  const { exitCode, stdout, stderr } = await replay();
  expect([exitCode, stderr]).toEqual([1, ""]);
  expect(stdout).toBe(
    [
      `${file}: replayed over 1 handoff, and 1 whose fields are unknown.`,
      "Tokens that pass: 10 now, 20 with this document (+100.0 %).",
      "Newly passes, with the number of handoffs:",
      "1  a → b  a.ssn  20 tokens",
      "Newly removed, with the number of handoffs:",
      "1  a → b  a.score  10 tokens",
      "",
    ].join("\n"),
  );
  const json = await replay("--json", "--fail-on", "never");
  expect(json.exitCode).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ok: true,
    handoffs: 1,
    unknown_handoffs: 1,
    after_tokens: { now: 10, replayed: 20 },
    newly_passes: [{ from: "a", to: "b", path: "a.ssn", handoffs: 1, sessions: ["s"] }],
    newly_removed: [{ path: "a.score" }],
  });
});

it("policy replay exits with 0 if nothing newly passes, or with 1 if the caller wants to know of removals", async () => {
  const file = await write([]);
  const replay = (...words: string[]) => runCommand("policy", "replay", file, "--range", "30d", ...words);
  expect(await replay()).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("Newly passes: nothing."),
  });
  expect((await replay("--fail-on", "removes")).exitCode).toBe(1);
  expect((await replay("--against", file)).stdout).toContain("Newly removed: nothing.");
});

it("policy replay compares with no policy before the first one is published, and rejects other answers", async () => {
  answers["/api/v1/policy"] = { status: 404, body: { code: "nothing_published", detail: "None yet." } };
  const file = await write(["score"]);
  const { stdout } = await runCommand("policy", "replay", file, "--range", "30d");
  expect(stdout).toContain("1  a → b  a.score  10 tokens");
  answers["/api/v1/policy"] = { status: 404, body: { code: "no_such_route", detail: "No such route." } };
  const other = await runCommand("policy", "replay", file, "--range", "30d");
  expect([other.exitCode, other.stderr]).toEqual([
    1,
    "baton: The server answered in an unknown form. Check that it is Baton, of this version.\n",
  ]);
});

it("policy propose sends the document as it is, and names the draft and its page", async () => {
  const file = await write(["score"]);
  const saved = { draft_id: 7, revision: 2, has_merged: true, page: "/w/ws/policies", findings: [] };
  answers["/api/v1/drafts"] = { status: 200, body: { outcome: "saved", ...saved } };
  expect(await runCommand("policy", "propose", file)).toEqual({
    exitCode: 0,
    stdout: `Draft 7, revision 2, merged with changes of others. Review and publish it at ${url}/w/ws/policies\n`,
    stderr: "",
  });
  const { document } = JSON.parse(asked["/api/v1/drafts"] ?? "");
  expect(JSON.parse(document)).toMatchObject({ multi_agent_handoffs: { agent_handoff_rules: [{}] } });
});

it("policy propose prints conflicts, and exits with 1", async () => {
  const file = await write(["score"]);
  const conflicts = [{ rule_id: "r", setting: "handoff_mode", base: "full", proposed: "scoped" }];
  answers["/api/v1/drafts"] = {
    status: 409,
    body: { code: "conflict", detail: "Others changed it.", conflicts },
  };
  const { exitCode, stdout } = await runCommand("policy", "propose", file);
  expect([exitCode, stdout]).toEqual([
    1,
    'Others changed it.\nrule r, handoff_mode\n  proposed: "scoped"\n  current: absent\n',
  ]);
  const json = await runCommand("policy", "propose", file, "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, conflicts: [{ rule_id: "r" }] });
});
