import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ingestPaths } from "@baton/ingest/pipeline";
import { FINDING, installPacked, POLICY, readProgram, SSN, TOKEN, WITHOUT } from "./check-adapter";
import type { ClientLab } from "./client-lab";
import { installClient } from "./install-client";
import type { Script } from "./model-stub";
import { runClient } from "./run-client";

const SCRIPT = {
  fraud_agent: [
    {
      calls: [
        { tool: "Agent", input: { description: "d", prompt: FINDING, subagent_type: "decision_agent" } },
      ],
    },
    { text: "Done." },
  ],
  decision_agent: [{ text: "Decline it." }],
} satisfies Script;

/** Runs the program of the adapter's README in the real SDK, with and without it, and with a policy that is broken. */
export async function checkClaudeAgentSdk(lab: ClientLab): Promise<void> {
  const { checks, stub, db, stored, scratch, home, workspaceId } = lab;
  await installPacked(home, "claude-agent-sdk");
  await writeFile(join(home, "without-baton.mjs"), WITHOUT);
  const claude = await installClient("claude-code", dirname(home));
  const program = await readProgram("claude-agent-sdk");
  checks.equal("lines of the program, at most", Math.max(12, program.split("\n").length), 12);
  // The SDK looks for a binary of its own, which is not installed.
  const text = program.replace("withBaton({", "withBaton({ pathToClaudeCodeExecutable: process.env.CLAUDE,");
  const run = async (name: string, code: string, policy: string) => {
    const project = join(scratch, name);
    await mkdir(join(project, ".baton"), { recursive: true });
    await writeFile(join(project, ".baton", "policy.json"), policy);
    await writeFile(join(home, "program.mjs"), code);
    const log = stub.play(SCRIPT);
    await runClient("node", [join(home, "program.mjs")], {
      cwd: project,
      environment: {
        HOME: project,
        CLAUDE: join(claude, "node_modules", ".bin", "claude"),
        ANTHROPIC_BASE_URL: stub.url,
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
      },
    });
    checks.equal(`${name}: requests without an answer`, log.unexpected, []);
    const received = log.bodies.filter(({ role }) => role === "decision_agent").map((body) => body.text);
    return {
      project,
      received,
      leaks: [SSN, TOKEN].filter((value) => received.some((body) => body.includes(value))),
    };
  };
  const policy = JSON.stringify({ multi_agent_handoffs: POLICY });

  const governed = await run("with the adapter", text, policy);
  checks.equal("the receiver ran", governed.received.length > 0, true);
  checks.equal("values that reach the receiver", governed.leaks, []);
  const paths = [".claude/logs", ".claude/projects"].map((path) => join(governed.project, path));
  await ingestPaths({ db, workspaceId, paths, storesContent: true });
  checks.equal("lines that cannot be read", await stored.quarantined(), []);
  checks.equal(
    "decisions",
    (await stored.decisions()).map((line) => line.split(" ").slice(1).join(" ")),
    ["scoped main → decision_agent"],
  );
  checks.equal(
    "delegations and returns",
    (await stored.handoffs()).map((line) => line.split(" ").slice(1, 5).join(" ")),
    ["delegation main → decision_agent", "return decision_agent → main"],
  );

  const open = await run(
    "without the adapter",
    text.replace('"@baton/claude-agent-sdk"', '"./without-baton.mjs"'),
    policy,
  );
  checks.equal("values that reach it without the adapter", open.leaks, [SSN, TOKEN]);
  const broken = await run("broken policy", text, "{ not JSON");
  checks.equal("calls of a receiver under a broken policy", broken.received, []);
}
