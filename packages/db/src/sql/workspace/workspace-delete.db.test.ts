import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import {
  buildHandoff,
  buildQuarantinedLine,
  buildSession,
  buildSourceFile,
  buildWorkspace,
} from "../../../test/factories";
import { untilSomeoneWaits } from "../../../test/lock";
import { createAccount } from "../account/account";
import { recordAudit } from "../audit/audit-write";
import { upsertErasure } from "../erasure/erasure";
import { createApiKey } from "./api-key";
import { deleteWorkspace } from "./workspace-delete";
import { insertWorkspace } from "./workspace-list";
import { lockWorkspace } from "./workspace-member";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function fillWorkspace(): Promise<string> {
  const workspaceId = await buildWorkspace(database.db);
  const sourceFileId = await buildSourceFile(database.db, workspaceId);
  await buildSession(database.db, { workspaceId });
  await buildHandoff(database.db, { workspaceId, sourceFileId });
  await buildQuarantinedLine(database.db, { workspaceId, sourceFileId });
  return workspaceId;
}

/** Counts the rows of every table that belongs to workspaces according to the catalog. */
async function countRows(workspaceId: string): Promise<Record<string, number>> {
  const { rows: tables } = await database.db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and not c.relispartition`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const {
      rows: [row],
    } = await database.db.execute<{ count: string }>(
      sql`select count(*) from ${sql.identifier(name)} where workspace_id = ${workspaceId}`,
    );
    if (Number(row?.count) > 0) counts[name] = Number(row?.count);
  }
  return counts;
}

describe("deleteWorkspace", () => {
  it("empties every table with workspace rows, and keeps other workspaces", async () => {
    const doomed = await fillWorkspace();
    const spared = await fillWorkspace();
    const before = await countRows(spared);
    expect(before).toEqual({
      workspace: 1,
      source: 1,
      source_file: 1,
      session: 1,
      handoff: 1,
      quarantined_line: 1,
    });
    expect(await countRows(doomed)).toEqual(before);

    expect(await deleteWorkspace(database.db, { workspaceId: doomed })).toBe(true);
    expect(await countRows(doomed)).toEqual({});
    expect(await countRows(spared)).toEqual(before);
  });

  it("returns false for an unknown workspace", async () => {
    expect(await deleteWorkspace(database.db, { workspaceId: "no-such" })).toBe(false);
  });

  it("waits for a batch being imported, and deletes its rows too", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const sourceFileId = await buildSourceFile(database.db, workspaceId);
    const deleting = await database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from source_file where workspace_id = ${workspaceId} for update`);
      const deletion = deleteWorkspace(database.db, { workspaceId });
      await buildHandoff(tx, { workspaceId, sourceFileId });
      return { deletion };
    });
    await deleting.deletion;
    expect(await countRows(workspaceId)).toEqual({});
  });

  it("waits for a batch being erased, and the erasure completes", async () => {
    const workspaceId = await fillWorkspace();
    const asked = { workspaceId, kind: "session", id: "any", requestedBy: "Ada" } as const;
    const { erasureId } = await upsertErasure(database.db, asked);
    const erasing = await database.db.transaction(async (tx) => {
      await tx.execute(sql`
        select 1 from erasure where workspace_id = ${workspaceId} and erasure_id = ${erasureId} for update`);
      const deletion = deleteWorkspace(database.db, { workspaceId });
      await untilSomeoneWaits(database.db);
      await tx.execute(sql`delete from handoff where workspace_id = ${workspaceId}`);
      return { deletion };
    });
    expect(await erasing.deletion).toBe(true);
    expect(await countRows(workspaceId)).toEqual({});
  });
});

describe("insertWorkspace", () => {
  it("rejects the ID of an existing audit log, which its creator could otherwise read", async () => {
    const [ada, eve] = await Promise.all(
      ["Ada", "Eve"].map((name) =>
        createAccount(database.db, { name, email: `${name}@x.org`, passwordHash: "h" }),
      ),
    );
    if (!ada || !eve) throw new Error("the addresses are free");
    const workspaceId = "vault";
    const create = (userId: string) => insertWorkspace(database.db, { workspaceId, name: "Vault", userId });
    expect(await create(ada.id)).toBe(true);
    expect(await create(eve.id)).toBe(false);
    await database.db.transaction(async (tx) => {
      await deleteWorkspace(tx, { workspaceId });
      await recordAudit(tx, { workspaceId, actor: ada, action: "workspace.delete", subject: "Vault" });
    });
    expect(await create(eve.id)).toBe(false);
    expect(Object.keys(await countRows(workspaceId)).sort()).toEqual(["audit_head", "audit_log"]);
  });
});

describe("deleteWorkspace, with concurrent changes,", () => {
  it("also deletes rows added meanwhile, or rejects them", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const { holding } = await database.db.transaction(async (tx) => {
      await deleteWorkspace(tx, { workspaceId });
      const held = database.db.transaction((other) => lockWorkspace(other, { workspaceId }));
      await untilSomeoneWaits(database.db);
      return { holding: held };
    });
    expect(await holding).toBe(false);
    const kept = await buildWorkspace(database.db);
    const { deleting } = await database.db.transaction(async (tx) => {
      expect(await lockWorkspace(tx, { workspaceId: kept })).toBe(true);
      const deletion = deleteWorkspace(database.db, { workspaceId: kept });
      await untilSomeoneWaits(database.db);
      const key = {
        workspaceId: kept,
        name: "k",
        scopes: ["read" as const],
        createdBy: "Ada",
        expiresAt: null,
      };
      await createApiKey(tx, key);
      return { deleting: deletion };
    });
    expect(await deleting).toBe(true);
    expect(await countRows(kept)).toEqual({});
  });
});
