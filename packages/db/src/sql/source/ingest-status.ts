import { and, asc, count, desc, eq, gte, isNull, sql, sum } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { quarantinedLine, source, sourceFile, sourceMinute } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";

/** Returns the folders and files that ingest follows for a workspace. */
export async function listSources(db: Database, { workspaceId }: { workspaceId: string }) {
  return db.select().from(source).where(eq(source.workspaceId, workspaceId)).orderBy(asc(source.root));
}

/** Returns true if ingest follows a path for any workspace. */
export async function isFollowed(db: Database, { root }: { root: string }): Promise<boolean> {
  const followed = and(eq(source.root, root), isNull(source.stoppedAt));
  return (await db.select({ id: source.sourceId }).from(source).where(followed).limit(1)).length > 0;
}

/** Minutes in the chart of rates, up to the current one. */
const RATE_MINUTES = 60;

const MINUTE = 60_000;

/**
 * Returns the sources of a workspace with their status. Rates are those of the current and the previous
 * minute; `minuteLines` has the lines of each of the last 60 minutes.
 * @param now milliseconds since 1970.
 */
export async function listSourceStatuses(
  db: Database,
  { workspaceId, now }: { workspaceId: string; now: number },
) {
  const sources = await listSources(db, { workspaceId });
  const files = await listFileTotals(db, workspaceId);
  const present = Math.floor(now / MINUTE) * MINUTE;
  const first = present - (RATE_MINUTES - 1) * MINUTE;
  const minutes = await db
    .select()
    .from(sourceMinute)
    .where(and(eq(sourceMinute.workspaceId, workspaceId), gte(sourceMinute.minute, new Date(first))));
  const seconds = (now - present + MINUTE) / 1000;
  return sources.map(({ workspaceId: _, ...each }) => {
    const own = minutes.filter(({ sourceId }) => sourceId === each.sourceId);
    const recent = own.filter(({ minute }) => minute.getTime() >= present - MINUTE);
    const minuteLines = Array.from({ length: RATE_MINUTES }, () => 0);
    for (const { minute, lineCount } of own) {
      const index = (minute.getTime() - first) / MINUTE;
      if (index in minuteLines) minuteLines[index] = lineCount;
    }
    return {
      ...each,
      ...(files.get(each.sourceId) ?? NO_FILES),
      linesPerSecond: recent.reduce((total, { lineCount }) => total + lineCount, 0) / seconds,
      bytesPerSecond: recent.reduce((total, { byteCount }) => total + byteCount, 0) / seconds,
      minuteLines,
    };
  });
}

const NO_FILES = {
  fileCount: 0,
  notReadCount: 0,
  failedCount: 0,
  goneCount: 0,
  waitingBytes: 0,
  eventCount: 0,
  duplicateCount: 0,
  quarantinedCount: 0,
  maskedSecretCount: 0,
  formats: [] as readonly string[],
  fileError: null as string | null,
  lastReadAt: null as Date | null,
};

async function listFileTotals(db: Database, workspaceId: string): Promise<Map<number, typeof NO_FILES>> {
  const isReading = sql`${sourceFile.state} = 'reading'`;
  const hasFailed = sql`${isReading} and ${sourceFile.lastError} is not null`;
  const rows = await db
    .select({
      sourceId: sourceFile.sourceId,
      fileCount: count(),
      notReadCount: sql<number>`count(*) filter (where ${sourceFile.state} = 'not_read')`.mapWith(Number),
      failedCount: sql<number>`count(*) filter (where ${hasFailed})`.mapWith(Number),
      goneCount: sql<number>`count(*) filter (where ${sourceFile.state} = 'gone')`.mapWith(Number),
      waitingBytes: waitingBytes().mapWith(Number),
      eventCount: sum(sourceFile.eventCount).mapWith(Number),
      duplicateCount: sum(sourceFile.duplicateCount).mapWith(Number),
      quarantinedCount: sum(sourceFile.quarantinedCount).mapWith(Number),
      maskedSecretCount: sum(sourceFile.maskedSecretCount).mapWith(Number),
      formats: sql<
        string[]
      >`coalesce(array_agg(distinct ${sourceFile.format}) filter (where ${sourceFile.format} is not null and ${sourceFile.state} <> 'not_read'), '{}')`,
      fileError: sql<string | null>`min(${sourceFile.lastError}) filter (where ${hasFailed})`,
      lastReadAt: sql<Date | null>`max(${sourceFile.lastReadAt})`.mapWith(sourceFile.lastReadAt),
    })
    .from(sourceFile)
    .where(eq(sourceFile.workspaceId, workspaceId))
    .groupBy(sourceFile.sourceId);
  return new Map(rows.map(({ sourceId, ...sums }) => [sourceId, sums]));
}

/** Sums the unread bytes of files at the last check. */
function waitingBytes() {
  return sql<number>`coalesce(sum(greatest(${sourceFile.fileSize} - ${sourceFile.readOffset}, 0)) filter (where ${sourceFile.state} = 'reading'), 0)`;
}

/**
 * Lists the files of all sources: failed ones first, then waiting ones, then ones without a known format; at
 * most `limit`.
 */
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

const UnreadFiles = z.object({
  /** The tool that wrote them, otherwise their file extension, such as `*.png`. */
  name: z.string(),
  reason: z.string(),
  fileCount: Sum,
  byteCount: Sum,
});

/** Lists the files that Baton does not read by kind and reason, sorted by size, descending; at most `limit`. */
export async function listUnreadFiles(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<z.infer<typeof UnreadFiles>[]> {
  return selectRows(
    db,
    UnreadFiles,
    sql`select coalesce(format, '*' || lower(substring(path from '[^/](\\.[^./]+)$')), substring(path from '[^/]*$')) as name,
        coalesce(last_error, '') as reason, count(*) as "fileCount", sum(file_size) as "byteCount"
      from source_file where workspace_id = ${workspaceId} and state = 'not_read'
      group by 1, 2 order by 4 desc, 1, 2 limit ${limit}`,
  );
}

/** Returns totals of all files: progress, and lines that could not be imported. */
export async function getIngestStatus(db: Database, { workspaceId }: { workspaceId: string }) {
  const [files] = await db
    .select({
      fileCount: count(),
      notReadCount: sql<number>`count(*) filter (where ${sourceFile.state} = 'not_read')`.mapWith(Number),
      eventCount: sum(sourceFile.eventCount).mapWith(Number),
      duplicateCount: sum(sourceFile.duplicateCount).mapWith(Number),
      maskedSecretCount: sum(sourceFile.maskedSecretCount).mapWith(Number),
    })
    .from(sourceFile)
    .where(eq(sourceFile.workspaceId, workspaceId));
  // The unread end of a file can be an unfinished line, which ingest does not count as waiting.
  const [lag] = await db
    .select({ bytes: sum(source.lagBytes).mapWith(Number) })
    .from(source)
    .where(and(eq(source.workspaceId, workspaceId), isNull(source.stoppedAt)));
  const [quarantine] = await db
    .select({ quarantinedCount: count() })
    .from(quarantinedLine)
    .where(and(eq(quarantinedLine.workspaceId, workspaceId), isNull(quarantinedLine.replayedAt)));
  return {
    fileCount: files?.fileCount ?? 0,
    notReadCount: files?.notReadCount ?? 0,
    lagBytes: lag?.bytes ?? 0,
    eventCount: files?.eventCount ?? 0,
    duplicateCount: files?.duplicateCount ?? 0,
    maskedSecretCount: files?.maskedSecretCount ?? 0,
    quarantinedCount: quarantine?.quarantinedCount ?? 0,
  };
}
