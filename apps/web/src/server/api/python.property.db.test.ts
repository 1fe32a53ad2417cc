import { execFile, spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { sizeOfRun } from "@baton/core/test/soak";
import { createApiKey } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveRequests } from "../../../test/serve-requests";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

const run = promisify(execFile);
const EXAMPLE = fileURLToPath(new URL("../../../../../examples/python/conformance.py", import.meta.url));
const VECTORS = fileURLToPath(new URL("../../../../../packages/core/conformance/scoping", import.meta.url));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let server: Awaited<ReturnType<typeof serveRequests>>;

beforeAll(async () => {
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, () => {});
  const routes = createRoutes({ db: database.db, changes });
  server = await serveRequests(async (request) => routes.fetch(request));
});
afterAll(async () => {
  await server.stop();
  await changes.close();
  await database.drop();
});

/** The suite runs every eighth case to save time. The cases are drawn from all policies. */
const STEP = sizeOfRun({ suite: 8, soak: 1 });

const hasPython = spawnSync("python3", ["--version"]).status === 0;

it(`the Python example scopes the conformance vectors as core does${hasPython ? "" : " (without python3: the same requests from Node)"}`, {
  timeout: 300_000,
}, async () => {
  const workspaceId = "python";
  await ensureWorkspace(database.db, { workspaceId });
  const { token } = await createApiKey(database.db, {
    workspaceId,
    name: "python",
    scopes: ["evaluate"],
    createdBy: "test",
    expiresAt: null,
  });
  const shown = hasPython ? await runExample(token) : await fetchFromNode(token);
  expect(shown).toBe(`${1_760 / STEP} cases, 0 differ\n`);
});

async function runExample(token: string): Promise<string> {
  const env = { ...process.env, BATON_URL: server.url, BATON_API_KEY: token, PYTHONDONTWRITEBYTECODE: "1" };
  return (await run("python3", [EXAMPLE, VECTORS, String(STEP)], { env })).stdout;
}

/** Repeats the steps of the example, in the same order. */
async function fetchFromNode(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  let [seen, count, differing] = [0, 0, 0];
  for (const vectors of (await readdir(VECTORS)).sort()) {
    const read = async (name: string) =>
      (await readFile(join(VECTORS, vectors, name), "utf8")).split("\n").filter(Boolean);
    const policy: unknown = JSON.parse(await readFile(join(VECTORS, vectors, "policy.json"), "utf8"));
    const expected = await read("expected.jsonl");
    for (const [index, line] of (await read("cases.jsonl")).entries()) {
      seen += 1;
      if (seen % STEP !== 0) continue;
      const body = JSON.stringify({ ...JSON.parse(line), policy, now: "2026-01-01T00:00:00Z" });
      const answer = await fetch(`${server.url}/api/v1/scope`, { method: "POST", headers, body });
      const { scoped, rule_id } = await answer.json();
      const wanted = JSON.parse(expected[index] ?? "{}");
      const parts = Object.keys(wanted.scoped).map((part) => [part, scoped[part] ?? null]);
      count += 1;
      if (!isDeepStrictEqual([Object.fromEntries(parts), rule_id], [wanted.scoped, wanted.rule_id]))
        differing += 1;
    }
  }
  return `${count} cases, ${differing} differ\n`;
}
