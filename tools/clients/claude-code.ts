import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countTokens } from "@baton/core/tokens";
import { ingestPaths } from "@baton/ingest/pipeline";
import { bundleInParts } from "../../scripts/bundle.mjs";
import { checkCalls } from "./check-calls";
import { checkSuccession } from "./claude-code-succession";
import type { ClientLab } from "./client-lab";
import { contextOf, totalOf } from "./model-call";
import type { Script } from "./model-stub";
import { promptOf, runClaude, SUBAGENTS } from "./run-claude";

const ask = (role: string, subagent_type: string, more: object = {}) => ({
  tool: "Agent",
  input: { description: role, prompt: promptOf(role), subagent_type, ...more },
});
const agentOf = (role: string) => new Map<string, string>(Object.entries(SUBAGENTS)).get(role) ?? "main";

const SCRIPT = {
  plan: [
    { text: "I need the reserve.", calls: [ask("reserve", "clerk")] },
    { text: "The plan: reserve 1500 EUR, then pay." },
  ],
  reserve: [
    { calls: [{ tool: "Bash", input: { command: "echo 1500", description: "Compute" } }] },
    { text: "The reserve is 1500 EUR." },
  ],
  review: [{ text: "The claim is covered up to 5000 EUR." }],
  again: [{ text: "Covered, as before." }],
  later: [{ text: "The report is written." }],
  main: [
    { text: "Two at once.", calls: [ask("plan", "planner"), ask("review", "reviewer")] },
    { text: "Plan and review are done." },
  ],
  // The second agent does not exist.
  resumed: [
    { text: "Once more.", calls: [ask("again", "reviewer"), ask("nobody", "nobody")] },
    { text: "Still covered." },
  ],
  forked: [{ text: "A fork knows it too." }],
  background: [
    { text: "In the background.", calls: [ask("later", "clerk", { run_in_background: true })] },
    { text: "The clerk is at work." },
    { text: "The clerk is done." },
  ],
} satisfies Script;

/** Runs Claude Code with nested, parallel and background subagents, resumes a session, and forks it. */
export async function checkClaudeCode(lab: ClientLab): Promise<void> {
  const { checks, stub, db, stored, scratch, workspaceId } = lab;
  const log = stub.play(SCRIPT);
  const [session, fork, background] = [randomUUID(), randomUUID(), randomUUID()];
  const besides = runClaude(lab, "background", ["--session-id", background]);
  await runClaude(lab, "main", ["--session-id", session]);
  await runClaude(lab, "resumed", ["--resume", session]);
  await runClaude(lab, "forked", ["--resume", session, "--fork-session", "--session-id", fork]);
  await besides;
  await ingestPaths({ db, workspaceId, paths: [join(scratch, ".claude", "projects")], storesContent: true });

  await checkCalls(lab, log, ({ role }) => ({ agent: agentOf(role) }));
  checks.equal(
    "sessions",
    await stored.sessions(),
    // A fork of `-p` names no parent.
    [session, fork, background].map((id) => `${id} -`).sort(),
  );
  const exchange = (id: string, caller: string, called: keyof typeof SUBAGENTS, total?: number) => {
    const pair = [agentOf(caller), agentOf(called)];
    const answer = countTokens(SCRIPT[called].at(-1)?.text ?? "");
    return [
      `${id} delegation ${pair.join(" → ")} ${contextOf(log.first(caller))} ${countTokens(promptOf(called))}`,
      `${id} return ${pair.reverse().join(" → ")} ${total ?? totalOf(log.last(called))} ${answer}`,
    ];
  };
  checks.equal(
    "handoffs",
    await stored.handoffs(),
    [
      ...exchange(session, "main", "plan"),
      ...exchange(session, "plan", "reserve"),
      ...exchange(session, "main", "review"),
      ...exchange(session, "resumed", "again"),
      // Its report is written with the output count at the start of the stream, one token.
      ...exchange(background, "background", "later", contextOf(log.last("later")) + 1),
    ].sort(),
  );
  await checkPlugin(lab);
}

/** Values that the policy of the plugin's checks keeps from every subagent; the token is made up in each run. */
const SSN = "078-05-1120";
const TOKEN = `ghp_${randomBytes(18).toString("hex")}`;

const askWithSecret = (role: string, subagent_type: string) => ({
  tool: "Agent",
  input: {
    description: role,
    prompt: `${promptOf(role)}\nssn: ${SSN}\nHer number is ${SSN}, the token ${TOKEN}.`,
    subagent_type,
  },
});

const GUARDED = {
  // Nested, and in parallel.
  plan: [{ calls: [askWithSecret("reserve", "clerk")] }, { text: "Planned." }],
  reserve: [{ text: "The reserve is 1500 EUR." }],
  review: [{ text: "Covered." }],
  main: [
    { calls: [askWithSecret("plan", "planner"), askWithSecret("review", "reviewer")] },
    { text: "Done." },
  ],
} satisfies Script;

/** Runs the same session without and with the plugin, and looks for the blocked value in the prompts of subagents. */
async function checkPlugin(lab: ClientLab): Promise<void> {
  const { checks, stub, db, stored, scratch, workspaceId } = lab;
  const leaks = (log: ReturnType<typeof stub.play>) =>
    log.spoken
      .filter(({ role, text }) => role !== "main" && (text.includes(SSN) || text.includes(TOKEN)))
      .map(({ role }) => role);
  const open = stub.play(GUARDED);
  await runClaude(lab, "main", ["--session-id", randomUUID()]);
  checks.equal("subagents that receive the value without the plugin", [...new Set(leaks(open))].sort(), [
    "plan",
    "reserve",
    "review",
  ]);

  const plugin = join(scratch, "plugin");
  const source = fileURLToPath(new URL("../../packages/adapters/claude-code", import.meta.url));
  for (const part of [".claude-plugin", "hooks", "commands"]) {
    await cp(join(source, part), join(plugin, part), { recursive: true });
  }
  await bundleInParts(join(source, "src", "main.ts"), join(plugin, "dist", "hook.mjs"));
  await bundleInParts("@baton/mcp/main", join(plugin, "dist", "mcp.mjs"));
  await mkdir(join(scratch, ".baton"));
  const putPolicy = (section: object) =>
    writeFile(join(scratch, ".baton", "policy.json"), JSON.stringify({ multi_agent_handoffs: section }));
  await putPolicy({
    blocked_context_fields: ["ssn"],
    content_rules: [
      { rule_id: "no_ssns", detector: "us_ssn", action: "redact" },
      { rule_id: "no_secrets", detector: "secret", action: "redact" },
    ],
  });
  const guarded = stub.play(GUARDED);
  const session = randomUUID();
  await runClaude(lab, "main", ["--session-id", session, "--plugin-dir", plugin]);
  checks.equal("subagents that receive the value with the plugin", leaks(guarded), []);
  checks.equal("requests without an answer", guarded.unexpected, []);
  const paths = [join(scratch, ".claude", "logs"), join(scratch, ".claude", "projects")];
  await ingestPaths({ db, workspaceId, paths, storesContent: true });
  checks.equal("lines that cannot be read", await stored.quarantined(), []);
  checks.equal("decisions", await stored.decisions(), [
    `${session} scoped main → planner`,
    `${session} scoped main → reviewer`,
    `${session} scoped planner → clerk`,
  ]);
  const ofSession = (await stored.handoffs()).filter((text) => text.startsWith(session));
  checks.equal(
    "delegations and returns",
    ofSession.map((text) => text.split(" ").slice(1, 5).join(" ")),
    [
      "delegation main → planner",
      "delegation main → reviewer",
      "delegation planner → clerk",
      "return clerk → planner",
      "return planner → main",
      "return reviewer → main",
    ],
  );

  const rule = { rule_id: "no_ids", to_agent_id: "reviewer", detector: "us_ssn", action: "block" };
  await putPolicy({ content_rules: [rule] });
  const refused = stub.play({
    main: [{ calls: [askWithSecret("review", "reviewer")] }, { text: "It was denied." }],
  });
  const denied = randomUUID();
  await runClaude(lab, "main", ["--session-id", denied, "--plugin-dir", plugin]);
  await ingestPaths({ db, workspaceId, paths, storesContent: true });
  checks.equal("callers of a denied subagent", [...new Set(refused.calls.map(({ role }) => role))], ["main"]);
  checks.equal(
    "denials",
    (await stored.decisions()).filter((text) => text.startsWith(denied)),
    [`${denied} denied_rule main → reviewer`],
  );
  await checkMcp(lab, plugin);
  await checkSuccession(lab, plugin);
}

/** Lets the client call a tool of the plugin's MCP server, and looks for its answer in the next request. */
async function checkMcp(lab: ClientLab, plugin: string): Promise<void> {
  const { checks, stub, scratch } = lab;
  const manifest = { from_agent: "planner", summary: { strategy: "Pay claim C-9 at once." } };
  const path = "artifacts/planner/run";
  await mkdir(join(scratch, path), { recursive: true });
  await writeFile(join(scratch, path, "manifest.json"), JSON.stringify(manifest));
  const tool = "mcp__plugin_baton_baton__open_manifest";
  let received = "";
  const last = (body: string) => {
    received = body;
    return [];
  };
  const main = [{ calls: [{ tool, input: { path } }] }, { text: "I know the plan.", calls: last }];
  const played = stub.play({ main });
  await runClaude(lab, "main", ["--plugin-dir", plugin, "--allowedTools", tool]);
  checks.equal("requests without an answer", played.unexpected, []);
  const parts = ["Manifest of planner", manifest.summary.strategy];
  checks.equal(
    "parts of the answer of open_manifest that reach the model",
    parts.filter((part) => received.includes(part)),
    parts,
  );
}
