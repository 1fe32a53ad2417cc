import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApiKey } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { serveRequests } from "@baton/ingest/test/serve-requests";
import { Checks } from "../real-inputs/checks";
import { startDatabase } from "../real-inputs/real-database";
import { checkAiSdk } from "./ai-sdk";
import { checkClaudeAgentSdk } from "./claude-agent-sdk";
import { checkClaudeCode } from "./claude-code";
import type { ClientLab } from "./client-lab";
import { checkCodex } from "./codex";
import { type ClientName, installClient } from "./install-client";
import { checkLanggraph } from "./langgraph";
import { checkMastra } from "./mastra";
import { startModelStub } from "./model-stub";
import { checkOpenaiAgents } from "./openai-agents";
import { checkOpencode } from "./opencode";
import { Stored } from "./stored";

const USAGE = `npm run test:clients -- [CLIENT…]

Runs agents of real clients against models that a server on this machine plays, and compares what Baton stores of them with what that
server was asked. Installs the clients into .data/clients, in the versions of tools/clients/versions.json.`;

const CLIENTS: [ClientName, (lab: ClientLab) => Promise<void>][] = [
  ["claude-code", checkClaudeCode],
  ["claude-agent-sdk", checkClaudeAgentSdk],
  ["codex", checkCodex],
  ["openai-agents", checkOpenaiAgents],
  ["opencode", checkOpencode],
  ["langgraph", checkLanggraph],
  ["ai-sdk", checkAiSdk],
  ["mastra", checkMastra],
];

const wanted = process.argv.slice(2);
if (wanted.some((name) => !CLIENTS.some(([known]) => known === name))) {
  console.error(`${USAGE}\n\nClients: ${CLIENTS.map(([name]) => name).join(", ")}`);
  process.exit(2);
}
const folder = fileURLToPath(new URL("../../.data/clients", import.meta.url));
const checks = new Checks();
const database = await startDatabase();
const ingest = await serveRequests(database.url);
const stub = await startModelStub();
const scratch = await mkdtemp(join(tmpdir(), "baton-clients-"));
try {
  for (const [name, check] of CLIENTS) {
    if (wanted.length === 0 || wanted.includes(name)) await runChecks(name, check);
  }
} finally {
  await stub.stop();
  await ingest.stop();
  await database.stop();
  await rm(scratch, { recursive: true, force: true });
}
console.log();
process.exitCode = checks.close() ? 0 : 1;

async function runChecks(name: ClientName, check: (lab: ClientLab) => Promise<void>): Promise<void> {
  console.log(`\n${name}`);
  const { db } = database;
  try {
    const home = await installClient(name, folder);
    await ensureWorkspace(db, { workspaceId: name, name });
    const { token } = await createApiKey(db, {
      workspaceId: name,
      name: "clients",
      scopes: ["ingest"],
      createdBy: "clients",
      expiresAt: null,
    });
    const traces = { url: `${ingest.url}/v1/traces`, token };
    const stored = new Stored(db, name);
    const own = await mkdtemp(join(scratch, `${name}-`));
    await check({ checks, stub, db, stored, home, scratch: own, traces, workspaceId: name });
  } catch (error) {
    checks.fail(name, error instanceof Error ? error.message : String(error));
  }
}
