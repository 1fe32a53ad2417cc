import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client";
import { type ProgressDetails, type ProgressKind, progressFile } from "../schema/index";

export type { ProgressDetails, ProgressKind };

/** Where the next page of progress files begins. */
export interface ProgressCursor {
  writtenAt: Date;
  documentId: string;
}

export interface ProgressFilter {
  kind?: ProgressKind | undefined;
  projectRoot?: string | undefined;
  taskFolder?: string | undefined;
  /** Whether there is something left to do in it; files that do not count are in neither half. */
  isDone?: boolean | undefined;
}

/** A page of the progress files that stand at their paths, the newest first. */
export async function listProgressFiles(
  db: Database,
  query: {
    workspaceId: string;
    filter?: ProgressFilter;
    cursor?: ProgressCursor | undefined;
    limit: number;
  },
) {
  const { workspaceId, filter = {}, cursor, limit } = query;
  const rows = await db
    .select()
    .from(progressFile)
    .where(
      and(
        eq(progressFile.workspaceId, workspaceId),
        isNull(progressFile.supersededAt),
        matches(filter),
        cursor &&
          sql`(${progressFile.writtenAt}, ${progressFile.documentId}) < (${cursor.writtenAt.toISOString()}::timestamptz, ${cursor.documentId})`,
      ),
    )
    .orderBy(desc(progressFile.writtenAt), desc(progressFile.documentId))
    .limit(limit + 1);
  const files = rows.slice(0, limit);
  const last = files.at(-1);
  const nextCursor: ProgressCursor | null =
    last && rows.length > limit ? { writtenAt: last.writtenAt, documentId: last.documentId } : null;
  return { files, nextCursor };
}

function matches({ kind, projectRoot, taskFolder, isDone }: ProgressFilter): SQL | undefined {
  return and(
    kind && eq(progressFile.kind, kind),
    projectRoot === undefined ? undefined : eq(progressFile.projectRoot, projectRoot),
    taskFolder === undefined ? undefined : eq(progressFile.taskFolder, taskFolder),
    isDone === undefined
      ? undefined
      : sql`(${progressFile.doneCount} >= ${progressFile.totalCount}) = ${isDone}`,
  );
}

/** One progress file as it is stored, or null. */
export async function getProgressFile(
  db: Database,
  { workspaceId, documentId }: { workspaceId: string; documentId: string },
) {
  const rows = await db
    .select()
    .from(progressFile)
    .where(and(eq(progressFile.workspaceId, workspaceId), eq(progressFile.documentId, documentId)));
  return rows[0] ?? null;
}
