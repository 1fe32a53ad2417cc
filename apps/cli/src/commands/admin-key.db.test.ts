import { verifyApiKey } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

const verify = (token: string) => verifyApiKey(database.db, { token, scopes: ["ingest"] });

describe("baton admin create-key", () => {
  it("prints only the new API key, and adds an audit entry without the key", async () => {
    const { exitCode, stdout } = await runCommand("admin", "create-key", "build server");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^baton_[0-9a-f]{16}_[0-9a-f]{64}\n$/);
    expect(await verify(stdout.trim())).toMatchObject({
      ok: true,
      key: { workspaceId: "default", name: "build server", expiresAt: null },
    });
    const {
      rows: [row],
    } = await database.db.execute<{ row: string }>(
      sql`select audit_log::text as row from audit_log where action = 'key.create'`,
    );
    expect(row?.row).toContain(`key build server (${stdout.slice(0, 22)})`);
    expect(row?.row).not.toContain(stdout.trim().slice(-64));
  });

  it("sets scopes, workspace and expiry by flags", async () => {
    const words = ["--scope", "read", "evaluate", "--workspace", "team-a", "--days", "30", "--json"];
    const { stdout, stderr } = await runCommand("admin", "create-key", "reader", ...words);
    expect(stderr).toContain("Created the workspace “team-a”.");
    const made: unknown = JSON.parse(stdout);
    expect(made).toMatchObject({ workspace: "team-a", scopes: ["read", "evaluate"] });
    const { key, expires_at } = Object(made);
    expect(await verify(key)).toEqual({ ok: false, reason: "wrong_scope" });
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  it.each([
    [["--scope", "everything"], /Allowed choices are ingest, read, evaluate/],
    [["--days", "0"], /from 1 to 730/],
    [["--workspace", "Team A"], /lowercase letters/],
  ])("rejects %j", async (words, reason) => {
    const { exitCode, stderr } = await runCommand("admin", "create-key", "k", ...words);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(reason);
  });
});

describe("baton admin revoke-key", () => {
  it("revokes a key by its prefix or in full, once", async () => {
    for (const cut of [22, undefined]) {
      const token = (await runCommand("admin", "create-key", "k")).stdout.trim();
      const prefix = token.slice(0, cut);
      expect(await runCommand("admin", "revoke-key", prefix)).toMatchObject({ exitCode: 0 });
      expect(await verify(token)).toEqual({ ok: false, reason: "revoked" });
      expect(await runCommand("admin", "revoke-key", prefix)).toMatchObject({ exitCode: 1 });
    }
  });
});
