import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { handoffDocument, progressFile } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";

export type NewHandoffDocument = Omit<
  typeof handoffDocument.$inferInsert,
  "errorCount" | "warningCount" | "checkedAt" | "supersededAt" | "ingestedAt"
>;

export type NewProgressFile = Omit<typeof progressFile.$inferInsert, "supersededAt" | "ingestedAt">;

/** Result of storing a document: new, changed results, or unchanged. */
export type PutOutcome = "new" | "changed" | "same";

/**
 * Stores a handoff document as the current one of its file and supersedes the previous one. An unchanged one
 * gets new results; if git was not available, the last git results stay.
 *
 * @param db a transaction.
 */
export async function upsertHandoffDocument(db: Database, row: NewHandoffDocument): Promise<PutOutcome> {
  const { workspaceId, documentId } = row;
  await supersede(db, handoffDocument, row);
  const isKey = and(eq(handoffDocument.workspaceId, workspaceId), eq(handoffDocument.documentId, documentId));
  const [before] = await db.select().from(handoffDocument).where(isKey).for("update");
  const errorCount = row.findings.filter(({ severity }) => severity === "error").length;
  const counts = { errorCount, warningCount: row.findings.length - errorCount };
  await insertRows(
    db,
    handoffDocument,
    [{ ...row, ...counts }],
    sql`on conflict (workspace_id, document_id) do update set
        superseded_at = null, checked_at = now(), source_file_id = excluded.source_file_id,
        project_root = excluded.project_root, score = excluded.score, points = excluded.points,
        findings = excluded.findings, error_count = excluded.error_count, warning_count = excluded.warning_count,
        staleness = coalesce(excluded.staleness, handoff_document.staleness),
        staleness_reasons = case when excluded.staleness is null and handoff_document.staleness is not null
          then handoff_document.staleness_reasons else excluded.staleness_reasons end`,
  );
  if (!before) return "new";
  const [after] = await db.select().from(handoffDocument).where(isKey);
  const isSame =
    JSON.stringify({ ...before, checkedAt: null }) === JSON.stringify({ ...after, checkedAt: null });
  return isSame ? "same" : "changed";
}

/** Stores a progress file as the current one and supersedes the previous one. @param db a transaction. */
export async function upsertProgressFile(db: Database, row: NewProgressFile): Promise<PutOutcome> {
  const { workspaceId, documentId } = row;
  await supersede(db, progressFile, row);
  const isKey = and(eq(progressFile.workspaceId, workspaceId), eq(progressFile.documentId, documentId));
  const [before] = await db
    .select({ supersededAt: progressFile.supersededAt })
    .from(progressFile)
    .where(isKey)
    .for("update");
  await insertRows(
    db,
    progressFile,
    [row],
    sql`on conflict (workspace_id, document_id) do update set
        superseded_at = null, source_file_id = excluded.source_file_id, project_root = excluded.project_root`,
  );
  if (!before) return "new";
  return before.supersededAt === null ? "same" : "changed";
}

/** A moved file has the same content at another path, so its version at the old path is superseded too. */
async function supersede(
  db: Database,
  table: typeof handoffDocument | typeof progressFile,
  row: { workspaceId: string; documentId: string; sourceFileId: number; path: string },
): Promise<void> {
  await db
    .update(table)
    .set({ supersededAt: sql`now()` })
    .where(
      and(
        eq(table.workspaceId, row.workspaceId),
        or(eq(table.sourceFileId, row.sourceFileId), eq(table.path, row.path)),
        ne(table.documentId, row.documentId),
        isNull(table.supersededAt),
      ),
    );
}
