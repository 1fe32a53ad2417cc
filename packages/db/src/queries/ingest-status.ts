import { and, asc, count, desc, eq, sql, sum } from "drizzle-orm";
import type { Database } from "../client";
import { quarantinedLine, source, sourceFile } from "../schema/index";

/** The folders and files that ingest follows for a workspace. */
export async function listSources(db: Database, { workspaceId }: { workspaceId: string }) {
  return db.select().from(source).where(eq(source.workspaceId, workspaceId)).orderBy(asc(source.root));
}

/** The files of all sources: those that failed first, then those that wait, last those that no format fits; `limit` at the most. */
export async function listSourceFiles(
  db: Database,
  { workspaceId, limit = 500 }: { workspaceId: string; limit?: number },
) {
  return db
    .select()
    .from(sourceFile)
    .where(eq(sourceFile.workspaceId, workspaceId))
    .orderBy(
      asc(sql`${sourceFile.state} = 'not_read'`),
      desc(sql`${sourceFile.lastError} is not null`),
      desc(sql`${sourceFile.fileSize} - ${sourceFile.readOffset}`),
      asc(sourceFile.path),
    )
    .limit(limit);
}

/** Sums over all files: how far ingest is, and what it could not take in. */
export async function getIngestStatus(db: Database, { workspaceId }: { workspaceId: string }) {
  const [files] = await db
    .select({
      fileCount: count(),
      notReadCount: sql<number>`count(*) filter (where ${sourceFile.state} = 'not_read')`.mapWith(Number),
      lagBytes:
        sql<number>`coalesce(sum(greatest(${sourceFile.fileSize} - ${sourceFile.readOffset}, 0)) filter (where ${sourceFile.state} = 'reading'), 0)`.mapWith(
          Number,
        ),
      eventCount: sum(sourceFile.eventCount).mapWith(Number),
      duplicateCount: sum(sourceFile.duplicateCount).mapWith(Number),
      maskedSecretCount: sum(sourceFile.maskedSecretCount).mapWith(Number),
    })
    .from(sourceFile)
    .where(eq(sourceFile.workspaceId, workspaceId));
  const [quarantine] = await db
    .select({ quarantinedCount: count() })
    .from(quarantinedLine)
    .where(eq(quarantinedLine.workspaceId, workspaceId));
  return {
    fileCount: files?.fileCount ?? 0,
    notReadCount: files?.notReadCount ?? 0,
    lagBytes: files?.lagBytes ?? 0,
    eventCount: files?.eventCount ?? 0,
    duplicateCount: files?.duplicateCount ?? 0,
    maskedSecretCount: files?.maskedSecretCount ?? 0,
    quarantinedCount: quarantine?.quarantinedCount ?? 0,
  };
}

/** Where the next page of the quarantine begins: after this line. */
export interface QuarantineCursor {
  quarantinedAt: Date;
  sourceFileId: number;
  generation: number;
  sequence: number;
}

/** A page of quarantined lines, the newest first. */
export async function listQuarantinedLines(
  db: Database,
  {
    workspaceId,
    cursor,
    limit,
  }: { workspaceId: string; cursor?: QuarantineCursor | undefined; limit: number },
) {
  const rows = await db
    .select({ line: quarantinedLine, path: sourceFile.path })
    .from(quarantinedLine)
    .innerJoin(
      sourceFile,
      and(
        eq(sourceFile.workspaceId, quarantinedLine.workspaceId),
        eq(sourceFile.sourceFileId, quarantinedLine.sourceFileId),
      ),
    )
    .where(
      and(
        eq(quarantinedLine.workspaceId, workspaceId),
        cursor &&
          sql`(${quarantinedLine.quarantinedAt}, ${quarantinedLine.sourceFileId}, ${quarantinedLine.generation}, ${quarantinedLine.sequence})
            < (${cursor.quarantinedAt.toISOString()}::timestamptz, ${cursor.sourceFileId}, ${cursor.generation}, ${cursor.sequence})`,
      ),
    )
    .orderBy(
      desc(quarantinedLine.quarantinedAt),
      desc(quarantinedLine.sourceFileId),
      desc(quarantinedLine.generation),
      desc(quarantinedLine.sequence),
    )
    .limit(limit + 1);
  const lines = rows.slice(0, limit).map(({ line, path }) => ({ ...line, path }));
  const last = lines.at(-1);
  const nextCursor: QuarantineCursor | null =
    last && rows.length > limit
      ? {
          quarantinedAt: last.quarantinedAt,
          sourceFileId: last.sourceFileId,
          generation: last.generation,
          sequence: last.sequence,
        }
      : null;
  return { lines, nextCursor };
}
