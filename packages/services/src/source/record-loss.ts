import type { Database } from "@baton/db";
import { BATON_ACTOR, getSourceRoot, type LossDetails, recordAudit, type SourceLoss } from "@baton/db/write";

/**
 * Adds a loss to the audit log. The entry names the source and the number of the file, but not its path, which
 * may contain the name of an erased session.
 *
 * @param tx the transaction that moves the position of the file.
 */
export async function recordLoss(tx: Database, { file, cause, lostBytes }: SourceLoss): Promise<void> {
  const { workspaceId, sourceId, sourceFileId, generation, readOffset, lastReadAt, firstSeenAt } = file;
  const root = await getSourceRoot(tx, { workspaceId, sourceId });
  const details: LossDetails = {
    cause,
    lost_bytes: lostBytes,
    since: (lastReadAt ?? firstSeenAt).toISOString(),
    read_bytes: readOffset,
    file: sourceFileId,
    generation,
  };
  await recordAudit(tx, {
    workspaceId,
    actor: BATON_ACTOR,
    action: "source.loss",
    subject: root ?? `source ${sourceId}`,
    details,
  });
}
