import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@baton/db/test";
import { isCoordinator, runAsAdministrator } from "@baton/db/test/test-nodes";
import { recordAudit } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

/** On Citus, each node has its own roles. */
const CREATE_ROLE =
  "do $$ begin create role baton_audit nologin; exception when duplicate_object then null; end $$";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  folder = await mkdtemp(join(tmpdir(), "baton-audit-"));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await database.drop();
});

async function publish(workspaceId: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    const entry = { workspaceId, action: "policy.publish" as const, subject: `version ${index}` };
    await database.db.transaction((tx) => recordAudit(tx, { ...entry, actor: { id: "u1", name: "Ada" } }));
  }
}

async function tamper(statement: string): Promise<void> {
  await database.db.transaction(async (tx) => {
    // On Citus, the setting has to reach the shards.
    await tx.execute(sql`set local citus.propagate_set_commands = 'local'`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(statement));
  });
}

const verify = (...words: string[]) => runCommand("audit", "verify", ...words);

describe("baton audit verify", () => {
  it("reports an empty audit log", async () => {
    expect(await verify()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("The audit log is empty."),
    });
  });

  it("rejects an unknown workspace instead of reporting its log as intact", async () => {
    expect(await verify("--workspace", "mistyped")).toEqual({
      exitCode: 2,
      stdout: "",
      stderr:
        "baton: Workspace “mistyped” not found, and it has no audit log. Pass an existing one with --workspace.\n",
    });
  });

  it("verifies every workspace, stores anchors, and lists the changes that the database role could still make", async () => {
    await publish("team", 4);
    await publish("other", 2);
    const anchor = join(folder, "anchors.json");
    const { exitCode, stdout } = await verify("--anchor", anchor, "--json");
    expect(exitCode).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      ok: true,
      workspaces: [
        { workspace: "other", ok: true, rows: 2 },
        { workspace: "team", ok: true, rows: 4 },
      ],
    });
    expect(
      answer.findings.map(({ code, severity }: Record<string, string>) => [code, severity]),
    ).toContainEqual(["audit_log_open_superuser", "warning"]);
    expect(JSON.parse(await readFile(anchor, "utf8")).team).toEqual(answer.workspaces[1].head);
  });

  it("detects a truncated log by its anchor, even if the head was truncated too", async () => {
    const anchor = join(folder, "anchors.json");
    const kept = await readFile(anchor, "utf8");
    await tamper("delete from audit_log where workspace_id = 'team' and sequence = 4");
    await tamper(
      `update audit_head set sequence = 3, hash = (
        select hash from audit_log where workspace_id = 'team' and sequence = 3) where workspace_id = 'team'`,
    );
    expect((await verify("--workspace", "team")).exitCode).toBe(0);
    const found = await verify("--anchor", anchor);
    expect(found).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("audit_end_cut at /4") });
    expect(await readFile(anchor, "utf8")).toBe(kept);
  });

  it("names the changed entry", async () => {
    await tamper("update audit_log set actor_name = 'Eve' where workspace_id = 'other' and sequence = 1");
    const { exitCode, stdout } = await verify("--workspace", "other", "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).findings[0]).toMatchObject({ code: "audit_row_changed", path: "/other/1" });
  });

  it("rejects a file without anchors", async () => {
    const file = join(folder, "thesis.txt");
    await writeFile(file, "years of work");
    expect(await verify("--anchor", file)).toMatchObject({ exitCode: 2, stdout: "" });
  });
});

describe("baton audit roles", () => {
  it("prints SQL that gives the log to a role that cannot log in", async () => {
    const { stdout } = await runCommand("audit", "roles");
    if (isCoordinator(database.url)) await runAsAdministrator(database.url, CREATE_ROLE);
    await database.db.execute(sql.raw(stdout));
    const { owner } = JSON.parse((await verify("--json")).stdout);
    expect(owner).toBe("baton_audit");
  });
});
