import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { event, quarantinedLine, source, sourceFile } from "../../schema/index";
import { isOfSource } from "./replay";

/** Line after which the next page of the quarantine starts. */
export interface QuarantineCursor {
  quarantinedAt: Date;
  sourceFileId: number;
  generation: number;
  sequence: number;
}

/** Filters of the quarantine. */
interface QuarantineFilter {
  code?: string | null | undefined;
  sourceId?: number | null | undefined;
  /** Selects replayed lines instead of quarantined ones. */
  isReplayed?: boolean | undefined;
}

/** Returns a page of quarantined lines, newest first; replayed ones with the session of their event. */
export async function listQuarantinedLines(
  db: Database,
  {
    workspaceId,
    filter = {},
    cursor,
    limit,
  }: {
    workspaceId: string;
    filter?: QuarantineFilter | undefined;
    cursor?: QuarantineCursor | undefined;
    limit: number;
  },
) {
  const { code, sourceId, isReplayed = false } = filter;
  const rows = await db
    .select({
      line: quarantinedLine,
      path: sourceFile.path,
      format: sourceFile.format,
      root: source.root,
      session: sql<string | null>`(select ${event.sessionId} from ${event}
        where ${quarantinedLine.replayedAt} is not null and ${event.workspaceId} = ${quarantinedLine.workspaceId}
          and ${event.sourceFileId} = ${quarantinedLine.sourceFileId} and ${event.generation} = ${quarantinedLine.generation}
          and ${event.sequence} = ${quarantinedLine.sequence} limit 1)`,
    })
    .from(quarantinedLine)
    .innerJoin(
      sourceFile,
      and(
        eq(sourceFile.workspaceId, quarantinedLine.workspaceId),
        eq(sourceFile.sourceFileId, quarantinedLine.sourceFileId),
      ),
    )
    .innerJoin(
      source,
      and(eq(source.workspaceId, sourceFile.workspaceId), eq(source.sourceId, sourceFile.sourceId)),
    )
    .where(
      and(
        eq(quarantinedLine.workspaceId, workspaceId),
        isReplayed ? isNotNull(quarantinedLine.replayedAt) : isNull(quarantinedLine.replayedAt),
        code == null ? undefined : eq(quarantinedLine.code, code),
        sourceId == null ? undefined : isOfSource(workspaceId, sourceId),
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
  const lines = rows.slice(0, limit).map(({ line, ...place }) => ({ ...line, ...place }));
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

/**
 * Returns filter values of the quarantine: reasons and sources with their line counts, and the number of
 * replayed lines.
 */
export async function getQuarantineFacets(db: Database, { workspaceId }: { workspaceId: string }) {
  const isOpen = and(eq(quarantinedLine.workspaceId, workspaceId), isNull(quarantinedLine.replayedAt));
  const codes = await db
    .select({ code: quarantinedLine.code, count: count() })
    .from(quarantinedLine)
    .where(isOpen)
    .groupBy(quarantinedLine.code)
    .orderBy(desc(count()), asc(quarantinedLine.code));
  const sources = await db
    .select({ sourceId: source.sourceId, root: source.root, count: count() })
    .from(quarantinedLine)
    .innerJoin(
      sourceFile,
      and(
        eq(sourceFile.workspaceId, quarantinedLine.workspaceId),
        eq(sourceFile.sourceFileId, quarantinedLine.sourceFileId),
      ),
    )
    .innerJoin(
      source,
      and(eq(source.workspaceId, sourceFile.workspaceId), eq(source.sourceId, sourceFile.sourceId)),
    )
    .where(isOpen)
    .groupBy(source.sourceId, source.root)
    .orderBy(desc(count()), asc(source.root));
  const [replayed] = await db
    .select({ count: count() })
    .from(quarantinedLine)
    .where(and(eq(quarantinedLine.workspaceId, workspaceId), isNotNull(quarantinedLine.replayedAt)));
  return { codes, sources, replayedCount: replayed?.count ?? 0 };
}
