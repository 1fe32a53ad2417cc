import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildWorkspace } from "../../../test/factories";
import { apiKey } from "../../schema/index";
import { createApiKey, listApiKeys, type NewApiKey, revokeApiKey, verifyApiKey } from "./api-key";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function buildKey(fields: Partial<NewApiKey> = {}) {
  workspaceId = await buildWorkspace(database.db);
  const made: NewApiKey = {
    workspaceId,
    name: "build server",
    scopes: ["ingest"],
    createdBy: "cli",
    expiresAt: null,
    ...fields,
  };
  return createApiKey(database.db, made);
}

const verify = (token: string) => verifyApiKey(database.db, { token, scopes: ["ingest"] });
const setLastUsed = (keyId: string, ago: string) =>
  database.db
    .update(apiKey)
    .set({ lastUsedAt: sql`now() - ${ago}::interval` })
    .where(eq(apiKey.keyId, keyId));

describe("an API key", () => {
  it("grants access to its workspace", async () => {
    const { token, key } = await buildKey({ scopes: ["ingest", "read"] });
    expect(token).toMatch(/^baton_[0-9a-f]{16}_[0-9a-f]{64}$/);
    expect(await verify(token)).toEqual({ ok: true, key });
    expect(key).toMatchObject({ workspaceId, name: "build server", scopes: ["ingest", "read"] });
  });

  it("is stored without its secret, and listed without its hash", async () => {
    const { token, key } = await buildKey();
    const secret = token.split("_")[2] ?? "";
    const { rows } = await database.db.execute<{ row: string }>(
      sql`select api_key::text as row from api_key`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect([...rows].filter(({ row }) => row.includes(secret))).toEqual([]);
    const [listed] = await listApiKeys(database.db, { workspaceId });
    expect(listed).toEqual(key);
    expect(Object.keys(listed ?? {})).not.toContain("secretHash");
    expect(token.startsWith(`${listed?.prefix}_`)).toBe(true);
  });

  it.each([
    ["nothing", () => ""],
    ["another secret", (token: string) => token.slice(0, -64) + "0".repeat(64)],
    [
      "a secret with its last digit changed",
      (token: string) => token.slice(0, -1) + (token.endsWith("0") ? 1 : 0),
    ],
    ["another id", (token: string) => `baton_${"0".repeat(16)}_${token.slice(-64)}`],
    ["a token with something behind it", (token: string) => `${token}\n`],
    ["capital letters", (token: string) => token.toUpperCase()],
  ])("is rejected with %s", async (_, change) => {
    const { token } = await buildKey();
    expect(await verify(change(token))).toEqual({ ok: false, reason: "unknown" });
  });

  it("works only for its scopes", async () => {
    const { token } = await buildKey({ scopes: ["read", "evaluate"] });
    expect(await verify(token)).toEqual({ ok: false, reason: "wrong_scope" });
    expect(await verifyApiKey(database.db, { token, scopes: ["read"] })).toMatchObject({ ok: true });
  });

  it("works until it expires", async () => {
    const { token } = await buildKey({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await verify(token)).toMatchObject({ ok: true });
    const { token: late } = await buildKey({ expiresAt: new Date(Date.now() - 1) });
    expect(await verify(late)).toEqual({ ok: false, reason: "expired" });
  });

  it("stops working at once when it is revoked, which happens once", async () => {
    const { token, key } = await buildKey();
    expect(await verify(token)).toMatchObject({ ok: true });
    const other = await buildWorkspace(database.db);
    expect(await revokeApiKey(database.db, { workspaceId: other, keyId: key.keyId })).toBe(false);
    expect(await verify(token)).toMatchObject({ ok: true });
    expect(await revokeApiKey(database.db, { workspaceId: key.workspaceId, keyId: key.keyId })).toBe(true);
    expect(await verify(token)).toEqual({ ok: false, reason: "revoked" });
    expect(await revokeApiKey(database.db, { workspaceId: key.workspaceId, keyId: key.keyId })).toBe(false);
    const [listed] = await listApiKeys(database.db, { workspaceId: key.workspaceId });
    expect(listed?.revokedAt).toBeInstanceOf(Date);
  });

  it("does not reveal its state for a wrong secret", async () => {
    const { token, key } = await buildKey();
    await revokeApiKey(database.db, { workspaceId, keyId: key.keyId });
    expect(await verify(token.slice(0, -64) + "0".repeat(64))).toEqual({ ok: false, reason: "unknown" });
  });

  it("records its last use once a minute, and no rejected use", async () => {
    const { token, key } = await buildKey();
    const lastUsedAt = async () =>
      (await listApiKeys(database.db, { workspaceId }))[0]?.lastUsedAt?.getTime();
    await verifyApiKey(database.db, { token, scopes: ["read"] });
    expect(await lastUsedAt()).toBeUndefined();
    await verify(token);
    const first = await lastUsedAt();
    expect(Math.abs(Date.now() - (first ?? 0))).toBeLessThan(60_000);
    await setLastUsed(key.keyId, "50 s");
    const noted = await lastUsedAt();
    await Promise.all([verify(token), verify(token)]);
    expect(await lastUsedAt()).toBe(noted);
    await setLastUsed(key.keyId, "70 s");
    await verify(token);
    expect(await lastUsedAt()).toBeGreaterThan(noted ?? 0);
    // Recorded before the clock was set back.
    await setLastUsed(key.keyId, "-1 day");
    await verify(token);
    expect(Math.abs(Date.now() - ((await lastUsedAt()) ?? 0))).toBeLessThan(60_000);
  });
});
