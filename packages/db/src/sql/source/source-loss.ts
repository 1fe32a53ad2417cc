import { and, asc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { auditLog, source, sourceFile } from "../../schema/index";
import { type AuditActor, BATON_ACTOR, recordAudit } from "../audit/audit-write";
import type { SourceFile } from "./source-file-write";

const CAUSES = ["cut short", "rewritten", "gone"] as const;

/** Bytes of a file that were gone before ingest had read them. */
export interface SourceLoss {
  /** As it stood when the loss was noticed. */
  file: Pick<
    SourceFile,
    "workspaceId" | "sourceId" | "sourceFileId" | "generation" | "readOffset" | "lastReadAt" | "firstSeenAt"
  >;
  cause: (typeof CAUSES)[number];
  /**
   * Bytes seen but not read; null if everything seen was read. Data written since the last read is unknown
   * and not included.
   */
  lostBytes: number | null;
}

const LossDetails = z.object({
  cause: z.enum(CAUSES),
  lost_bytes: z.number().nullable(),
  /** Time of the last read. Data written since may be lost. */
  since: z.iso.datetime(),
  read_bytes: z.number(),
  file: z.number(),
  generation: z.number(),
});

/**
 * Notes a loss in the audit log. The row names the source and the number of the file, not its path: a path
 * may name a session, of which an erasure leaves nothing.
 *
 * @param tx the transaction in which the file's cursor is set to what is there now.
 */
export async function recordLoss(tx: Database, { file, cause, lostBytes }: SourceLoss): Promise<void> {
  const { workspaceId, sourceId, sourceFileId, generation, readOffset, lastReadAt, firstSeenAt } = file;
  const [row] = await tx
    .select({ root: source.root })
    .from(source)
    .where(and(eq(source.workspaceId, workspaceId), eq(source.sourceId, sourceId)));
  const details: z.input<typeof LossDetails> = {
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
    subject: row?.root ?? `source ${sourceId}`,
    details,
  });
}

/** A loss that is not acknowledged yet. */
export interface OpenLoss {
  /** Sequence of its audit entry. */
  sequence: number;
  noticedAt: Date;
  cause: SourceLoss["cause"];
  lostBytes: number | null;
  since: Date;
  /** Current path of the file, otherwise the path of its source: an erased file leaves nothing. */
  path: string;
}

const Acknowledgement = z.object({ through: z.number() });

/** Lists losses of a workspace that are not acknowledged, oldest first. */
export async function listOpenLosses(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<OpenLoss[]> {
  const ofAction = (action: "source.loss" | "source.acknowledge") =>
    and(eq(auditLog.workspaceId, workspaceId), eq(auditLog.action, action));
  const acknowledged = await db
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(ofAction("source.acknowledge"));
  const through = acknowledged.map(({ details }) => Acknowledgement.parse(JSON.parse(details)).through);
  const rows = await db
    .select({ loss: auditLog, path: sourceFile.path })
    .from(auditLog)
    .leftJoin(
      sourceFile,
      and(
        eq(sourceFile.workspaceId, auditLog.workspaceId),
        sql`${sourceFile.sourceFileId} = (${auditLog.details}::jsonb ->> 'file')::bigint`,
      ),
    )
    .where(and(ofAction("source.loss"), gt(auditLog.sequence, Math.max(0, ...through))))
    .orderBy(asc(auditLog.sequence));
  return rows.map(({ loss, path }) => {
    const { cause, lost_bytes, since } = LossDetails.parse(JSON.parse(loss.details));
    const { sequence, occurredAt, subject } = loss;
    const place = { sequence, noticedAt: occurredAt, path: path ?? subject };
    return { ...place, cause, lostBytes: lost_bytes, since: new Date(since) };
  });
}

/**
 * Acknowledges losses up to a given one in the audit log.
 *
 * @param tx a transaction.
 * @param acknowledged.through the `sequence` of the last loss the user saw.
 */
export async function acknowledgeLosses(
  tx: Database,
  acknowledged: { workspaceId: string; actor: AuditActor; through: number; count: number },
): Promise<void> {
  const { workspaceId, actor, through, count } = acknowledged;
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "source.acknowledge",
    subject: `${count} ${count === 1 ? "loss" : "losses"} of lines`,
    details: { through, count },
  });
}
