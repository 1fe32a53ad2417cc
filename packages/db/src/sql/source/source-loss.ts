import { and, asc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { auditLog, source, sourceFile } from "../../schema/index";
import type { SourceFile } from "./source-file-write";

const CAUSES = ["cut short", "rewritten", "gone"] as const;

/** Bytes of a file that disappeared before ingest had read them. */
export interface SourceLoss {
  /** The file when the loss was detected. */
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

/** Details of the audit entry of a loss. */
export const LossDetails = z.object({
  cause: z.enum(CAUSES),
  lost_bytes: z.number().nullable(),
  /** Time of the last read. Data written since may be lost. */
  since: z.iso.datetime(),
  read_bytes: z.number(),
  file: z.number(),
  generation: z.number(),
});

export type LossDetails = z.input<typeof LossDetails>;

/** Returns the path of a source; null if it does not exist. */
export async function getSourceRoot(
  db: Database,
  { workspaceId, sourceId }: { workspaceId: string; sourceId: number },
): Promise<string | null> {
  const [row] = await db
    .select({ root: source.root })
    .from(source)
    .where(and(eq(source.workspaceId, workspaceId), eq(source.sourceId, sourceId)));
  return row?.root ?? null;
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
