import type { Database, QuarantineSelection } from "@baton/db";
import {
  type AuditActor,
  countQuarantinedLines,
  insertReplayRequest,
  notifyReplay,
  recordAudit,
} from "@baton/db/write";

/**
 * Requests a replay of quarantined lines. Ingest is notified when the transaction commits, and otherwise finds
 * the request by polling.
 *
 * @returns the ID of the request and its number of lines; null if no line matches.
 */
export async function requestReplay(
  tx: Database,
  {
    workspaceId,
    actor,
    selection,
  }: { workspaceId: string; actor: AuditActor; selection: QuarantineSelection },
): Promise<{ requestId: number; lineCount: number } | null> {
  const lineCount = await countQuarantinedLines(tx, { workspaceId, selection });
  if (lineCount === 0) return null;
  const request = { workspaceId, requestedBy: actor.name, selection, lineCount };
  const requestId = await insertReplayRequest(tx, request);
  await notifyReplay(tx);
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "quarantine.replay",
    subject: describeSelection(selection),
    details: { ...selection, requestId, lineCount },
  });
  return { requestId, lineCount };
}

function describeSelection({ code, sourceId, line }: QuarantineSelection): string {
  if (line) return `one line: file ${line.sourceFileId}, byte ${line.sequence}`;
  const reason = code ? ` with reason ${code}` : "";
  const source = sourceId == null ? "" : ` of source ${sourceId}`;
  return `all lines in quarantine${reason}${source}`;
}
