import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client";
import { notifyReplay } from "../notification";
import { quarantinedLine, replayRequest, sourceFile } from "../schema/index";

/**
 * Which lines of the quarantine are meant: one by its position, or all of a
 * reason, of a source, of both, or all there are.
 */
export interface QuarantineSelection {
  code?: string | null | undefined;
  sourceId?: number | null | undefined;
  line?: { sourceFileId: number; generation: number; sequence: number } | null | undefined;
}

/** The lines that are in quarantine and meant. */
export function isSelected(workspaceId: string, { code, sourceId, line }: QuarantineSelection): SQL {
  const conditions = [
    eq(quarantinedLine.workspaceId, workspaceId),
    isNull(quarantinedLine.replayedAt),
    code == null ? undefined : eq(quarantinedLine.code, code),
    sourceId == null ? undefined : isOfSource(workspaceId, sourceId),
    line == null ? undefined : eq(quarantinedLine.sourceFileId, line.sourceFileId),
    line == null ? undefined : eq(quarantinedLine.generation, line.generation),
    line == null ? undefined : eq(quarantinedLine.sequence, line.sequence),
  ];
  return and(...conditions) ?? eq(quarantinedLine.workspaceId, workspaceId);
}

/** Whether a quarantined line is of a source. */
export function isOfSource(workspaceId: string, sourceId: number): SQL {
  return sql`${quarantinedLine.sourceFileId} in (select ${sourceFile.sourceFileId} from ${sourceFile}
    where ${sourceFile.workspaceId} = ${workspaceId} and ${sourceFile.sourceId} = ${sourceId})`;
}

export type ReplayRequest = typeof replayRequest.$inferSelect;

/**
 * Asks ingest to try lines of the quarantine again; it is told when the transaction `db`
 * commits, and finds the request without that.
 *
 * @returns the request, or null where no line is meant.
 */
export async function requestReplay(
  db: Database,
  {
    workspaceId,
    requestedBy,
    selection,
  }: { workspaceId: string; requestedBy: string; selection: QuarantineSelection },
): Promise<ReplayRequest | null> {
  const [lines] = await db
    .select({ count: count() })
    .from(quarantinedLine)
    .where(isSelected(workspaceId, selection));
  if (!lines || lines.count === 0) return null;
  const { code = null, sourceId = null, line } = selection;
  const [request] = await db
    .insert(replayRequest)
    .values({ workspaceId, requestedBy, code, sourceId, ...line, lineCount: lines.count })
    .returning();
  await notifyReplay(db);
  return request ?? null;
}

/** The last requests of a workspace, the newest first. */
export async function listReplayRequests(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<ReplayRequest[]> {
  return db
    .select()
    .from(replayRequest)
    .where(eq(replayRequest.workspaceId, workspaceId))
    .orderBy(desc(replayRequest.requestId))
    .limit(limit);
}
