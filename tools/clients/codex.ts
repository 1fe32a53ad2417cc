import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ingestPaths } from "@baton/ingest/pipeline";
import { z } from "zod";
import { checkChildSessions, promptOf } from "./child-sessions";
import type { ClientLab } from "./client-lab";
import type { Script } from "./model-stub";
import { runClient } from "./run-client";
import type { ToolCall } from "./wire-format";

const MODEL = "gpt-5.2-codex";

const Tools = z.object({ tools: z.array(z.looseObject({ name: z.string().optional(), type: z.string() })) });
const STARTED = /agent_id\\*":\s*\\*"([0-9a-f-]{36})/g;

/** Codex groups the tools for other agents; the group's name differs between versions. */
function callTool(body: string, tool: string, input: Record<string, unknown>): ToolCall {
  const { tools } = Tools.parse(JSON.parse(body));
  const namespace = tools.find(({ name }) => /^(multi_agent|collaboration|agents)/.test(name ?? ""))?.name;
  return { tool, input, ...(namespace === undefined ? {} : { namespace }) };
}

const spawn = (role: string, agent_type: string) => (body: string) => [
  callTool(body, "spawn_agent", { message: promptOf(role), agent_type }),
];

const waitFor = (index: number) => (body: string) => {
  const ids = [...new Set([...body.matchAll(STARTED)].map(([, id]) => id))];
  return [callTool(body, "wait_agent", { targets: [ids[index]], timeout_ms: 30_000 })];
};

const SCRIPT = {
  main: [
    { calls: spawn("reserve", "default") },
    { calls: spawn("region", "explorer") },
    // Waiting ends with the first of several agents.
    { calls: waitFor(0) },
    { calls: waitFor(1) },
    { text: "Both are done." },
  ],
  reserve: [
    { calls: [{ tool: "exec_command", input: { cmd: "echo 1500" } }] },
    { text: "The reserve is 1500 EUR." },
  ],
  region: [{ text: "The region is EU." }],
  resumed: [{ text: "Nothing new." }],
} satisfies Script;

const AGENTS = { reserve: "default", region: "explorer" };

/** Runs Codex with two parallel subagents, and resumes the session. */
export async function checkCodex(lab: ClientLab): Promise<void> {
  const { stub, db, scratch, workspaceId } = lab;
  const log = stub.play(SCRIPT);
  await writeFile(join(scratch, "config.toml"), settingsFor(stub.url));
  await runCodex(lab, [promptOf("main")]);
  await runCodex(lab, ["resume", "--last", promptOf("resumed")]);
  await ingestPaths({ db, workspaceId, paths: [join(scratch, "sessions")], storesContent: true });

  await checkChildSessions(lab, log, { script: SCRIPT, main: "main", agents: AGENTS });
}

const settingsFor = (url: string) => `model = "${MODEL}"
model_provider = "stub"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.stub]
name = "stub"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 0
stream_max_retries = 0
[features]
multi_agent = true
`;

async function runCodex({ home, scratch }: ClientLab, parameters: string[]): Promise<void> {
  await runClient(
    join(home, "node_modules", ".bin", "codex"),
    ["exec", "--skip-git-repo-check", ...parameters],
    {
      cwd: scratch,
      environment: { HOME: scratch, CODEX_HOME: scratch, STUB_KEY: "none" },
    },
  );
}
