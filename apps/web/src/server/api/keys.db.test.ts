import { setTimeout as wait } from "node:timers/promises";
import {
  API_KEY_SCOPES,
  type ApiKeyScope,
  createApiKey,
  listApiKeys,
  readPolicyContent,
  revokeApiKey,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { publishImported } from "@baton/services/policy/publish-imported";
import { millisecondsInHour } from "date-fns/constants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ApiContext } from "./create-api";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

const WORKSPACE = "w";
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

async function buildKey(scopes: ApiKeyScope[], expiresAt: Date | null = null) {
  const key = { workspaceId: WORKSPACE, name: "test", scopes, createdBy: "test", expiresAt };
  return createApiKey(database.db, key);
}

async function buildRevokedKey(): Promise<string> {
  const { token, key } = await buildKey([...API_KEY_SCOPES]);
  await revokeApiKey(database.db, { workspaceId: WORKSPACE, keyId: key.keyId });
  return token;
}

async function statusOf(
  { method, path }: { method: string; path: string },
  token: string | null,
): Promise<number> {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` });
  const address = `http://localhost/api/v1${path.replace(/\{\w+\}/g, "x")}`;
  return (await createRoutes(context).fetch(new Request(address, { method, headers }))).status;
}

interface Route {
  method: string;
  path: string;
  scopes: ApiKeyScope[];
}

/** Returns the routes of the OpenAPI document. */
async function listRoutes(): Promise<Route[]> {
  const answer = await createRoutes(context).fetch(new Request("http://localhost/api/v1/openapi.json"));
  const { paths } = z.object({ paths: Paths }).parse(await answer.json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({
      method: method.toUpperCase(),
      path: path.replace("/api/v1", ""),
      scopes: route["x-scopes"],
    })),
  );
}
const Paths = z.record(
  z.string(),
  z.record(z.string(), z.object({ "x-scopes": z.array(z.enum(API_KEY_SCOPES)) })),
);

describe("every API route", () => {
  it("accepts API keys with one of its scopes, and no other request", async () => {
    const routes = await listRoutes();
    expect(routes.length).toBeGreaterThan(5);
    for (const route of routes) {
      const wrong = API_KEY_SCOPES.filter((scope) => !route.scopes.includes(scope));
      const right = (await buildKey([...route.scopes])).token;
      const expired = new Date(Date.now() - millisecondsInHour);
      expect({
        route,
        none: await statusOf(route, null),
        madeUp: await statusOf(route, right.replace(/[0-9a-f]{64}$/, "0".repeat(64))),
        wrongScope: await statusOf(route, (await buildKey(wrong)).token),
        expired: await statusOf(route, (await buildKey([...API_KEY_SCOPES], expired)).token),
        revoked: await statusOf(route, await buildRevokedKey()),
      }).toEqual({ route, none: 401, madeUp: 401, wrongScope: 403, expired: 401, revoked: 401 });
      expect([401, 403]).not.toContain(await statusOf(route, right));
    }
  });
});

describe("an API key revoked during a long poll", () => {
  async function publish(blocked: string): Promise<void> {
    const section = { blocked_context_fields: [blocked], agent_handoff_rules: [] };
    const content = {
      document: JSON.stringify({ multi_agent_handoffs: section }),
      policySwitch: { enabled: true, observe: false },
    };
    const parsed = readPolicyContent(content);
    if (!parsed.ok) throw new Error("a policy for a test can be read");
    const person = { id: "cli", name: "test" };
    await publishImported(database.db, { workspaceId: WORKSPACE, content, parsed, person });
  }

  const fetchPolicy = (token: string, query = "", known: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...known };
    return createRoutes(context).fetch(new Request(`http://localhost/api/v1/policy${query}`, { headers }));
  };

  it("receives no policy published later, while another key does", async () => {
    await publish("ssn");
    const [{ token: kept }, { token: revoked, key }] = [await buildKey(["read"]), await buildKey(["read"])];
    const known = { "if-none-match": (await fetchPolicy(kept)).headers.get("etag") ?? "" };
    const answers = [kept, revoked].map((token) => fetchPolicy(token, "?wait=20", known));
    const findKey = async () => {
      const keys = await listApiKeys(database.db, { workspaceId: WORKSPACE });
      return keys.find(({ keyId }) => keyId === key.keyId);
    };
    await expect.poll(async () => (await findKey())?.lastUsedAt).not.toBeNull();
    // Give the accepted request time to start waiting.
    await wait(300);
    await revokeApiKey(database.db, { workspaceId: WORKSPACE, keyId: key.keyId });
    await publish("salary");
    const [shown, untold] = await Promise.all(answers);
    expect([shown?.status, untold?.status]).toEqual([200, 401]);
    expect(await shown?.text()).toContain("salary");
    expect(await untold?.text()).not.toContain("salary");
  });
});
