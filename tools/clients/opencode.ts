import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ingestPaths } from "@baton/ingest/pipeline";
import { z } from "zod";
import { checkChildSessions, promptOf } from "./child-sessions";
import type { ClientLab } from "./client-lab";
import type { Script } from "./model-stub";
import { runClient } from "./run-client";

const TITLE = "title";
const start = (role: string, subagent_type: string) => ({
  tool: "task",
  input: { description: role, prompt: promptOf(role), subagent_type },
});

const SCRIPT = {
  main: [{ calls: [start("reserve", "general"), start("region", "explore")] }, { text: "Both are done." }],
  reserve: [
    { calls: [{ tool: "bash", input: { command: "echo 1500", description: "Print" } }] },
    { text: "It is 1500 EUR." },
  ],
  region: [{ text: "The region is EU." }],
  resumed: [{ text: "Nothing new." }],
} satisfies Script;

const AGENTS = { reserve: "general", region: "explore" };

const Sessions = z.array(z.object({ id: z.string() }));

/** Runs OpenCode with two subagents that work at once, goes on with the session, and exports all sessions. */
export async function checkOpencode(lab: ClientLab): Promise<void> {
  const { stub, db, scratch, workspaceId } = lab;
  const log = stub.play(SCRIPT);
  await writeFile(join(scratch, "opencode.json"), JSON.stringify(settingsFor(stub.url)));
  // Without a title, OpenCode asks a model for one, and its database does not have that call.
  await runOpencode(lab, ["run", "--title", TITLE, promptOf("main")]);
  await runOpencode(lab, ["run", "--continue", promptOf("resumed")]);
  const listed = await runOpencode(lab, ["db", "select id from session", "--format", "json"]);
  for (const { id } of Sessions.parse(JSON.parse(listed))) {
    const exported = await runOpencode(lab, ["export", id]);
    await writeFile(join(scratch, `${id}.json`), exported.slice(exported.indexOf("{")));
  }
  await ingestPaths({ db, workspaceId, paths: [scratch], storesContent: true });

  await checkChildSessions(lab, log, { script: SCRIPT, main: "build", agents: AGENTS });
}

const settingsFor = (url: string) => ({
  model: "stub/gpt-5.2",
  small_model: "stub/gpt-5.2",
  share: "disabled",
  autoupdate: false,
  permission: "allow",
  provider: {
    stub: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${url}/v1`, apiKey: "none" },
      models: { "gpt-5.2": { limit: { context: 200_000, output: 8_000 } } },
    },
  },
});

function runOpencode({ home, scratch }: ClientLab, parameters: string[]): Promise<string> {
  return runClient(join(home, "node_modules", ".bin", "opencode"), parameters, {
    cwd: scratch,
    environment: {
      HOME: scratch,
      XDG_DATA_HOME: join(scratch, "data"),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    },
  });
}
