import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { handoffDocument, progressFile } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";

export type NewHandoffDocument = Omit<
  typeof handoffDocument.$inferInsert,
  "errorCount" | "warningCount" | "checkedAt" | "supersededAt" | "ingestedAt"
>;

export type NewProgressFile = Omit<typeof progressFile.$inferInsert, "supersededAt" | "ingestedAt">;

/** Stores a handoff document, or new results of one that is stored already. */
export async function upsertHandoffDocument(db: Database, row: NewHandoffDocument): Promise<void> {
  const errorCount = row.findings.filter(({ severity }) => severity === "error").length;
  const counts = { errorCount, warningCount: row.findings.length - errorCount };
  await insertRows(
    db,
    handoffDocument,
    [{ ...row, ...counts }],
    sql`on conflict (workspace_id, document_id) do update set
        superseded_at = null, checked_at = excluded.checked_at, source_file_id = excluded.source_file_id,
        project_root = excluded.project_root, score = excluded.score, points = excluded.points,
        findings = excluded.findings, error_count = excluded.error_count, warning_count = excluded.warning_count,
        staleness = coalesce(excluded.staleness, handoff_document.staleness),
        staleness_reasons = case when excluded.staleness is null and handoff_document.staleness is not null
          then handoff_document.staleness_reasons else excluded.staleness_reasons end`,
  );
}

/** Stores a progress file, or the place of one that is stored already. */
export async function upsertProgressFile(db: Database, row: NewProgressFile): Promise<void> {
  await insertRows(
    db,
    progressFile,
    [row],
    sql`on conflict (workspace_id, document_id) do update set
        superseded_at = null, source_file_id = excluded.source_file_id, project_root = excluded.project_root`,
  );
}

/** Locks and returns a handoff document; null if it is not stored. */
export async function lockHandoffDocument(
  tx: Database,
  { workspaceId, documentId }: DocumentKey,
): Promise<typeof handoffDocument.$inferSelect | null> {
  const [found] = await tx
    .select()
    .from(handoffDocument)
    .where(and(eq(handoffDocument.workspaceId, workspaceId), eq(handoffDocument.documentId, documentId)))
    .for("update");
  return found ?? null;
}

/** Locks and returns a progress file; null if it is not stored. */
export async function lockProgressFile(
  tx: Database,
  { workspaceId, documentId }: DocumentKey,
): Promise<{ supersededAt: Date | null } | null> {
  const [found] = await tx
    .select({ supersededAt: progressFile.supersededAt })
    .from(progressFile)
    .where(and(eq(progressFile.workspaceId, workspaceId), eq(progressFile.documentId, documentId)))
    .for("update");
  return found ?? null;
}

/** Marks the other handoff documents of a file as superseded. */
export function supersedeHandoffDocuments(db: Database, row: DocumentPlace): Promise<void> {
  return supersede(db, handoffDocument, row);
}

/** Marks the other progress files of a file as superseded. */
export function supersedeProgressFiles(db: Database, row: DocumentPlace): Promise<void> {
  return supersede(db, progressFile, row);
}

interface DocumentKey {
  workspaceId: string;
  documentId: string;
}

type DocumentPlace = DocumentKey & { sourceFileId: number; path: string };

/** A moved file has the same content at another path, so its version at the old path is superseded too. */
async function supersede(
  db: Database,
  table: typeof handoffDocument | typeof progressFile,
  row: DocumentPlace,
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
