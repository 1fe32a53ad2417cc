import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createApiKey, readPolicyContent } from "@baton/db";
import { findFreePort } from "@baton/db/server";
import { ensureWorkspace } from "@baton/db/write";
import { PROGRAMS } from "@baton/launch";
import { publishImported } from "@baton/services/policy/publish-imported";
import { startDatabase } from "../real-inputs/real-database";
import type { BenchRow } from "./bench-row";

const SERVER = fileURLToPath(new URL(`../../${PROGRAMS.web}`, import.meta.url));
const BYTES = 10_000;
const AT_ONCE = 20;
const [WARM_UP, REQUESTS] = [1_000, 5_000];
const START_MILLISECONDS = 60_000;
const WORKSPACE = "bench";

/**
 * Measures `POST /api/v1/scope` of the built web server with a context of 10 kB and the live policy. Client,
 * server and PostgreSQL share the machine.
 */
export async function benchApi(): Promise<BenchRow[]> {
  if (!existsSync(SERVER)) throw new Error("The web server is not built. Run `npm run build` first.");
  const database = await startDatabase();
  const port = await findFreePort();
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    BATON_SECRET: "x".repeat(64),
    HOSTNAME: "127.0.0.1",
    PORT: String(port),
  };
  const server = spawn(process.execPath, [SERVER], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const token = await prepare(database.db);
    const address = `http://127.0.0.1:${port}/api/v1`;
    await waitForServer(`${address}/openapi.json`);
    const ask = createRequest(`${address}/scope`, token);
    await measure(ask, { count: WARM_UP, atOnce: AT_ONCE });
    const alone = await measure(ask, { count: REQUESTS / 10, atOnce: 1 });
    const together = await measure(ask, { count: REQUESTS, atOnce: AT_ONCE });
    const [median, tail] = [shareOf(together, 0.5), shareOf(together, 0.99)];
    return [
      {
        what: `POST /api/v1/scope, a context of 10 kB, ${AT_ONCE} at once`,
        figures: {
          median,
          "99th percentile": tail,
          "one at a time": shareOf(alone, 0.5),
          "one at a time, 99th percentile": shareOf(alone, 0.99),
        },
        unit: "ms",
        ratio: null,
        goal: "median ≤ 3 ms, 99th percentile ≤ 15 ms",
        isMet: median <= 3 && tail <= 15,
        note: `The ${AT_ONCE} clients send their next request at once, so that all wait for one process.`,
      },
    ];
  } finally {
    server.kill();
    await database.stop();
  }
}

async function prepare(db: Awaited<ReturnType<typeof startDatabase>>["db"]): Promise<string> {
  await ensureWorkspace(db, { workspaceId: WORKSPACE });
  const rule = {
    rule_id: "r",
    from_agent_id: "a",
    to_agent_id: "b",
    allowed_context_fields: ["items[].name"],
  };
  const section = { blocked_context_fields: ["ssn", "internal_notes"], agent_handoff_rules: [rule] };
  const content = {
    document: JSON.stringify({ multi_agent_handoffs: section }),
    policySwitch: { enabled: true, observe: false },
  };
  const parsed = readPolicyContent(content);
  if (!parsed.ok) throw new Error("the policy of the bench is valid");
  const person = { id: "bench", name: "bench" };
  await publishImported(db, { workspaceId: WORKSPACE, content, parsed, person });
  const key = { workspaceId: WORKSPACE, name: "bench", createdBy: "bench", expiresAt: null };
  return (await createApiKey(db, { ...key, scopes: ["evaluate"] })).token;
}

function createRequest(url: string, token: string): () => Promise<void> {
  const note = "The light was green, and two witnesses agree about the damage to the rear bumper.";
  const items: object[] = [];
  while (JSON.stringify(items).length < BYTES) {
    items.push({ name: `Item ${items.length}`, ssn: "078-05-1120", note, place: { city: "Berlin" } });
  }
  const context = { prior_outputs: { a: { items } }, observations: [], original_input: { claim: "C-9" } };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ from: "a", to: "b", context }) };
  return async () => {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`the server responded with ${response.status}`);
  };
}

/** @returns the time of each request, in milliseconds, sorted. */
async function measure(
  ask: () => Promise<void>,
  { count, atOnce }: { count: number; atOnce: number },
): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  const runClient = async () => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      await ask();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runClient));
  return times.sort((a, b) => a - b);
}

function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

async function waitForServer(url: string): Promise<void> {
  const end = Date.now() + START_MILLISECONDS;
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > end) throw new Error("the web server did not start");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
