import { and, eq } from "drizzle-orm";
import type { Database } from "../client";
import { source } from "../schema/index";
import { BATON_ACTOR, recordAudit } from "./audit-write";
import type { SourceFile } from "./source-file-write";

/** Bytes that stood in a file when ingest last looked, and were gone before it had read them. */
export interface SourceLoss {
  /** As it stood when they were noticed. */
  file: Pick<SourceFile, "workspaceId" | "sourceId" | "sourceFileId" | "generation" | "readOffset">;
  cause: "cut short" | "rewritten" | "gone";
  /** At most: a log that was cut short may have grown again before anybody looked. */
  lostBytes: number;
}

/**
 * Notes a loss in the audit log. The row names the source and the number of the file, not its path: a path
 * may name a session, of which an erasure leaves nothing.
 *
 * @param tx the transaction in which the file's cursor is set to what is there now.
 */
export async function recordLoss(tx: Database, { file, cause, lostBytes }: SourceLoss): Promise<void> {
  const { workspaceId, sourceId, sourceFileId, generation, readOffset } = file;
  const [row] = await tx
    .select({ root: source.root })
    .from(source)
    .where(and(eq(source.workspaceId, workspaceId), eq(source.sourceId, sourceId)));
  await recordAudit(tx, {
    workspaceId,
    actor: BATON_ACTOR,
    action: "source.loss",
    subject: row?.root ?? `source ${sourceId}`,
    details: { cause, lost_bytes: lostBytes, read_bytes: readOffset, file: sourceFileId, generation },
  });
}
