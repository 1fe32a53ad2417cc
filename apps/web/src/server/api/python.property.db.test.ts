import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createApiKey } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sizeOfRun } from "../../../../../packages/core/test/soak";
import { serveRequests } from "../../../test/serve-requests";
import { handleApiRequest } from "./handle-api-request";
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
  server = await serveRequests((request) => handleApiRequest({ db: database.db, changes }, request));
});
afterAll(async () => {
  await server.stop();
  await changes.close();
  await database.drop();
});

/** The suite takes each eighth case, for the sake of time; they are drawn from all policies. */
const STEP = sizeOfRun({ suite: 8, soak: 1 });

it("the example in Python scopes the conformance vectors as the core does", {
  timeout: 300_000,
}, async () => {
  const workspaceId = "python";
  await ensureWorkspace(database.db, { workspaceId });
  const { token } = await createApiKey(database.db, {
    ...{ workspaceId, name: "python", scopes: ["evaluate"], createdBy: "test", expiresAt: null },
  });
  const env = { ...process.env, BATON_URL: server.url, BATON_API_KEY: token, PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await run("python3", [EXAMPLE, VECTORS, String(STEP)], { env });
  expect(stdout).toBe(`${1_760 / STEP} cases, 0 differ\n`);
});
