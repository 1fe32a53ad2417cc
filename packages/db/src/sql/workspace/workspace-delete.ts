import { eq, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../client";
import { notifyPolicy } from "../../pg-notify";
import * as schema from "../../schema/index";
import { lockFileTracking } from "../source/source-file-write";

/**
 * Delete the files first: a batch being imported locks its file's row, so the deletion waits for its rows and
 * includes them.
 */
const FIRST: readonly PgTable[] = [schema.source, schema.sourceFile];

/** The audit log stays, including who deleted the workspace, and the names of files until they are deleted. */
const KEPT: readonly PgTable[] = [schema.auditLog, schema.auditHead, schema.coldFile];

/** Accounts belong to the installation. */
const PEOPLE: readonly PgTable[] = [
  schema.authUser,
  schema.authSession,
  schema.authAccount,
  schema.authVerification,
  schema.authLink,
];

/**
 * Tables that are emptied with a workspace, by their column `workspace_id`, so that new tables are included.
 */
const WORKSPACE_TABLES: ReadonlySet<PgTable> = new Set(
  Object.values<unknown>(schema)
    .filter((value) => is(value, PgTable))
    .filter((table) => !PEOPLE.includes(table) && !KEPT.includes(table)),
);

/**
 * Deletes a workspace and everything stored in it except its audit log, in one transaction. Source files
 * stay, but are no longer followed.
 *
 * @param request.except tables whose rows stay.
 * @returns false if the workspace does not exist.
 */
export async function deleteWorkspace(
  db: Database,
  { workspaceId, except = [] }: { workspaceId: string; except?: readonly PgTable[] },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockFileTracking(tx, workspaceId);
    for (const table of FIRST) await tx.delete(table).where(isOf(table, workspaceId));
    // A batch being erased locks the row of its erasure, and deletes rows that are deleted here too.
    await tx.select().from(schema.erasure).where(isOf(schema.erasure, workspaceId)).for("update");
    // Delete the workspace before its history, because PostgreSQL only allows deleting the history without
    // its workspace.
    const deleted = await tx
      .delete(schema.workspace)
      .where(eq(schema.workspace.workspaceId, workspaceId))
      .returning({ workspaceId: schema.workspace.workspaceId });
    for (const table of WORKSPACE_TABLES) {
      if (!except.includes(table)) await tx.delete(table).where(isOf(table, workspaceId));
    }
    await tx.update(schema.coldFile).set({ state: "removing" }).where(isOf(schema.coldFile, workspaceId));
    await notifyPolicy(tx, workspaceId);
    return deleted.length > 0;
  });
}

function isOf(table: PgTable, workspaceId: string) {
  const { columns, name } = getTableConfig(table);
  const column = columns.find((one) => one.name === "workspace_id");
  if (!column) throw new Error(`the table ${name} has no column workspace_id`);
  return eq(column, workspaceId);
}
