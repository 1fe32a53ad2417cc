import { verifyAuditChain } from "@baton/server/audit";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { createGuardedDatabase, type GuardedDatabase } from "../../../test/guarded-database";
import { testNodes } from "../../../test/test-nodes";
import type { Database } from "../../client";
import { getAuditHead, listAuditChain } from "./audit";
import { getAuditGuard } from "./audit-guard";
import { recordAudit } from "./audit-write";

const ROWS = 6;
/** SQLSTATE insufficient_privilege, from a missing grant or a trigger; Citus has others for what it does not support. */
const REFUSED = testNodes().length === 0 ? /^42501$/ : /^(42501|0A000|XX000)$/;

/** Attacks by an intruder with the application's connection, one statement each. */
const ATTACKS = {
  update: "update audit_log set subject = 'nothing happened' where sequence = 2",
  delete: "delete from audit_log where sequence = 6",
  truncate: "truncate audit_log",
  merge: `merge into audit_log using (values (2::bigint)) as other(sequence) on audit_log.sequence = other.sequence
    when matched then update set subject = 'nothing happened'`,
  cte: "with gone as (delete from audit_log where sequence = 6 returning *) select * from gone",
  "on conflict": `insert into audit_log select * from audit_log where sequence = 2
    on conflict (workspace_id, sequence) do update set subject = 'nothing happened'`,
  alter: "alter table audit_log alter column subject type varchar(3) using left(subject, 3)",
  drop: "drop table audit_log",
  "disable trigger": "alter table audit_log disable trigger all",
};

/** Further ways an intruder might try. */
const DETOURS = {
  "insert in the middle": `insert into audit_log select workspace_id, 3, occurred_at, actor_id, actor_name, action, 'forged', details,
    previous_hash, hash from audit_log where sequence = 3`,
  "insert far ahead": `insert into audit_log select workspace_id, 99, occurred_at, actor_id, actor_name, action, 'forged', details,
    previous_hash, hash from audit_log where sequence = 6`,
  "move the head": "update audit_head set sequence = 5",
  "cut the head off": "delete from audit_head",
  "replace the guard": `create or replace function audit_log_refuse() returns trigger language plpgsql as
    $$ begin return null; end $$`,
  "drop the guard": "drop trigger audit_log_refuse on audit_log",
  "become the owner": "set role baton_audit",
  "take the table": "alter table audit_log owner to current_user",
  "go round the triggers": "set session_replication_role = replica",
  "hang in a rule": "create rule nothing as on insert to audit_log do instead nothing",
  "rename it": "alter table audit_log rename to audit_log_old",
};

async function attempt(client: Client, statement: string): Promise<string> {
  try {
    await client.query(statement);
    return "done";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

async function fill(db: Database): Promise<void> {
  for (let index = 1; index <= ROWS; index++) {
    await db.transaction((tx) =>
      recordAudit(tx, {
        workspaceId: "team",
        actor: { id: "u1", name: "Ada" },
        action: "policy.publish",
        subject: `version ${index}`,
      }),
    );
  }
}

async function verify(db: Database) {
  const rows = [];
  for await (const row of listAuditChain(db, { workspaceId: "team" })) rows.push(row);
  const head = await getAuditHead(db, { workspaceId: "team" });
  return verifyAuditChain(rows, head ? [head] : []);
}

describe("the audit log, accessed with the application's connection,", () => {
  let database: GuardedDatabase;
  beforeAll(async () => {
    database = await createGuardedDatabase();
    await fill(database.db);
  });
  afterAll(() => database.drop());

  it("belongs to a role that the application cannot assume", async () => {
    expect(await getAuditGuard(database.db)).toMatchObject({ owner: "baton_audit", loopholes: [] });
  });

  it.each(Object.entries(ATTACKS))("rejects %s", async (_, statement) => {
    expect(await attempt(database.application, statement)).toMatch(REFUSED);
  });

  it.each(Object.entries(DETOURS))("rejects an attempt to %s", async (_, statement) => {
    expect(await attempt(database.application, statement)).toMatch(REFUSED);
  });

  it("stays intact after all attempts, and accepts further entries", async () => {
    await fill(database.db);
    expect(await verify(database.db)).toMatchObject({ ok: true, recordCount: 2 * ROWS });
  });

  it("shows changes by a superuser, including a truncation, because the head is stored separately", async () => {
    const { administrator } = database;
    await administrator.query(ATTACKS["disable trigger"]);
    await administrator.query("delete from audit_log where sequence > 10");
    expect((await verify(database.db)).findings.map(({ code }) => code)).toEqual(["audit_end_cut"]);
    await administrator.query("update audit_log set details = '{}  ' where sequence = 4");
    expect((await verify(database.db)).findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "audit_row_changed /4",
      "audit_end_cut /11",
    ]);
    expect((await getAuditGuard(database.db)).loopholes).toEqual(["triggers_off"]);
  });
});

describe("the audit log, if the application owns all tables,", () => {
  it("is protected only by triggers that the owner can disable, and reports that", async () => {
    const database = await createTestDatabase();
    try {
      await fill(database.db);
      const { loopholes } = await getAuditGuard(database.db);
      expect(loopholes).toEqual(expect.arrayContaining(["superuser", "owner"]));
      const run = async (statement: string) => {
        await database.db.execute(statement);
        return "done";
      };
      await expect(run(ATTACKS.update)).rejects.toThrow();
      await expect(run(ATTACKS.truncate)).rejects.toThrow();
      // Effect of the attacks above if the application owned the table.
      expect(await run(ATTACKS["disable trigger"])).toBe("done");
      expect(await run(ATTACKS.update)).toBe("done");
      expect((await verify(database.db)).ok).toBe(false);
    } finally {
      await database.drop();
    }
  });
});
