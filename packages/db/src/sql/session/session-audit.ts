import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { event, handoff, handoffOutline, sourceFile } from "../../schema/index";
import { atPlaceOfHandoff } from "../handoff/handoff-place";
import { isTooLargeToRead } from "./session-size";

/**
 * Lists everything known about each handoff of a session, in order: row, fields and line; null if the session
 * is too large.
 */
export async function listAuditedHandoffs(
  db: Database,
  { workspaceId, sessionId }: { workspaceId: string; sessionId: string },
) {
  if (await isTooLargeToRead(db, { workspaceId, sessionId })) return null;
  return db
    .select({
      handoff,
      outline: handoffOutline.entries,
      isTruncated: handoffOutline.isTruncated,
      line: { path: sourceFile.path, number: event.lineNumber, sha256: event.sha256 },
    })
    .from(handoff)
    .leftJoin(handoffOutline, atPlaceOfHandoff(handoffOutline))
    .leftJoin(event, atPlaceOfHandoff(event))
    .leftJoin(
      sourceFile,
      and(eq(sourceFile.workspaceId, handoff.workspaceId), eq(sourceFile.sourceFileId, handoff.sourceFileId)),
    )
    .where(and(eq(handoff.workspaceId, workspaceId), eq(handoff.sessionId, sessionId)))
    .orderBy(asc(handoff.occurredAt), asc(handoff.sourceFileId), asc(handoff.sequence), asc(handoff.ordinal));
}
