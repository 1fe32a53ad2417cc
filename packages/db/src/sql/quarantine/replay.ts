import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
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

/** Counts the lines in quarantine that are selected. */
export async function countQuarantinedLines(
  db: Database,
  { workspaceId, selection }: { workspaceId: string; selection: QuarantineSelection },
): Promise<number> {
  return db.$count(quarantinedLine, isSelected(workspaceId, selection));
}

/** Inserts a request. @returns its ID. */
export async function insertReplayRequest(
  db: Database,
  {
    selection: { code = null, sourceId = null, line },
    ...request
  }: Pick<ReplayRequest, "workspaceId" | "requestedBy" | "lineCount"> & { selection: QuarantineSelection },
): Promise<number> {
  const [inserted] = await db
    .insert(replayRequest)
    .values({ ...request, code, sourceId, ...line })
    .returning({ requestId: replayRequest.requestId });
  if (!inserted) throw new Error("an insert without conflict gives its row");
  return inserted.requestId;
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
