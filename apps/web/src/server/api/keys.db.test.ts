import { API_KEY_SCOPES, type ApiKeyScope, createApiKey, revokeApiKey } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiContext } from "./api-route";
import { handleApiRequest } from "./handle-api-request";
import { PolicyChanges } from "./policy-changes";
import { API_ROUTES } from "./routes";

const WORKSPACE = "w";
const HOUR_MS = 3_600_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let context: ApiContext;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureWorkspace(database.db, { workspaceId: WORKSPACE });
  context = { db: database.db, changes: new PolicyChanges(database.url, () => {}) };
});
afterAll(async () => {
  await context.changes.close();
  await database.drop();
});

async function makeKey(scopes: ApiKeyScope[], expiresAt: Date | null = null) {
  const key = { workspaceId: WORKSPACE, name: "test", scopes, createdBy: "test", expiresAt };
  return createApiKey(database.db, key);
}

async function makeRevokedKey(): Promise<string> {
  const { token, key } = await makeKey([...API_KEY_SCOPES]);
  await revokeApiKey(database.db, { workspaceId: WORKSPACE, keyId: key.keyId });
  return token;
}

async function statusOf(
  { method, path }: { method: string; path: string },
  token: string | null,
): Promise<number> {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` });
  const address = `http://localhost/api/v1${path.replace(/\{\w+\}/g, "x")}`;
  return (await handleApiRequest(context, new Request(address, { method, headers }))).status;
}

const guarded = API_ROUTES.filter(({ scopes }) => scopes.length > 0);

describe("a program is let in by a key alone", () => {
  it.each(guarded)("$method $path", async (route) => {
    const wrong = API_KEY_SCOPES.filter((scope) => !route.scopes.includes(scope));
    const right = (await makeKey([...route.scopes])).token;
    expect({
      none: await statusOf(route, null),
      madeUp: await statusOf(route, right.replace(/[0-9a-f]{64}$/, "0".repeat(64))),
      wrongScope: await statusOf(route, (await makeKey(wrong)).token),
      expired: await statusOf(
        route,
        (await makeKey([...API_KEY_SCOPES], new Date(Date.now() - HOUR_MS))).token,
      ),
      revoked: await statusOf(route, await makeRevokedKey()),
    }).toEqual({ none: 401, madeUp: 401, wrongScope: 403, expired: 401, revoked: 401 });
    expect([401, 403]).not.toContain(await statusOf(route, right));
  });

  it("and each address asks for one", () => {
    expect(API_ROUTES.filter(({ scopes }) => scopes.length === 0).map(({ path }) => path)).toEqual([]);
  });
});
