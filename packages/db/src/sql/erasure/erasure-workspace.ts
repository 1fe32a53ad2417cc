import { eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { erasedFile, erasure, source } from "../../schema/index";
import { deleteWorkspace } from "../workspace/workspace-delete";
import { type ErasedSubject, eraseFiles } from "./erasure-documents";

/** Tables with many rows of a workspace, which are deleted in batches. */
export const LARGE_TABLES = [
  "event",
  "handoff",
  "handoff_outline",
  "message_usage",
  "event_identity",
] as const;

/** Deletes the files and sources of a workspace. The hashes of the paths stay, so that no file is imported again. */
export async function eraseWorkspaceFiles(
  tx: Database,
  subject: Pick<ErasedSubject, "workspaceId" | "erasureId">,
): Promise<void> {
  await eraseFiles(tx, subject, sql`true`);
  await tx.delete(source).where(eq(source.workspaceId, subject.workspaceId));
}

/** Deletes some rows of a workspace from a table and returns their number. */
export async function deleteSomeRows(
  tx: Database,
  table: (typeof LARGE_TABLES)[number],
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<number> {
  const name = sql.identifier(table);
  const { rows } = await tx.execute(
    sql`delete from ${name} where workspace_id = ${workspaceId} and (tableoid, ctid) in (
      select tableoid, ctid from ${name} where workspace_id = ${workspaceId} limit ${limit}) returning 1`,
  );
  return rows.length;
}

/** Deletes a workspace except the rows that record the erasure. */
export async function deleteErasedWorkspace(
  tx: Database,
  { workspaceId }: { workspaceId: string },
): Promise<void> {
  await deleteWorkspace(tx, { workspaceId, except: [erasure, erasedFile] });
}
