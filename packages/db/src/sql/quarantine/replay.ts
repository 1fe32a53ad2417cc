import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { notifyReplay } from "../../pg-notify";
import { quarantinedLine, replayRequest, sourceFile } from "../../schema/index";

/** Selects quarantined lines: one by position, those of a reason, a source or both, or all. */
export interface QuarantineSelection {
  code?: string | null | undefined;
  sourceId?: number | null | undefined;
  line?: { sourceFileId: number; generation: number; sequence: number } | null | undefined;
}

/** Returns the condition of a selection of quarantined lines. */
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

/** Returns a condition that a quarantined line belongs to a source. */
export function isOfSource(workspaceId: string, sourceId: number): SQL {
  return sql`${quarantinedLine.sourceFileId} in (select ${sourceFile.sourceFileId} from ${sourceFile}
    where ${sourceFile.workspaceId} = ${workspaceId} and ${sourceFile.sourceId} = ${sourceId})`;
}

export type ReplayRequest = typeof replayRequest.$inferSelect;

/**
 * Requests a replay of quarantined lines. Ingest is notified when the transaction `db` commits, and otherwise
 * finds the request by polling.
 *
 * @returns the request, or null if no line matches.
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

/** Lists the latest requests of a workspace, newest first. */
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
