import { notifyRows } from "@baton/db";
import {
  countLineShapes,
  insertQuarantinedLines,
  type QuarantinedLine,
  type SourceFile,
  type WrittenLines,
  writeLines,
} from "@baton/db/write";
import type { BatchCounts, IngestContext } from "./ingest-context";
import type { PreparedBatch } from "./prepare-lines";
import { cutForQuarantine } from "./quarantine-text";

/** What storing prepared lines brought. */
export interface StoredBatch extends Omit<BatchCounts, "lineCount" | "byteCount"> {
  sessionIds: readonly string[];
}

/**
 * Stores prepared lines, the bad ones in quarantine, and announces
 * them; the partitions for their months are there.
 *
 * @param context whose `db` is a transaction.
 */
export async function storeBatch(
  context: IngestContext,
  file: SourceFile,
  format: string,
  batch: PreparedBatch,
): Promise<StoredBatch> {
  const { workspaceId } = file;
  const written = await writeLines(context.db, {
    workspaceId,
    format,
    hasContent: context.storesContent,
    lines: batch.events,
  });
  const quarantined = [...batch.quarantined, ...toQuarantined(written, file, context.storesContent)];
  await insertQuarantinedLines(context.db, quarantined);
  const refused = new Set(written.refused.map(({ line }) => line.records[0].sequence));
  const shaped = batch.shapes.filter(({ sequence }) => !refused.has(sequence));
  await countLineShapes(context.db, { workspaceId, format, lines: shaped });
  await announce(context, workspaceId, written, quarantined.length);
  return {
    sessionIds: [...written.sessionIds],
    eventCount: written.eventCount,
    duplicateCount: written.duplicateCount,
    quarantinedCount: quarantined.length,
    maskedSecretCount: batch.events.reduce(
      (sum, line) => sum + line.maskedSecretCount,
      batch.maskedSecretCount,
    ),
  };
}

/** The lines that the database refused, for the quarantine. */
export function toQuarantined(
  { refused }: WrittenLines,
  file: SourceFile,
  storesContent: boolean,
): QuarantinedLine[] {
  const { workspaceId, sourceFileId, generation } = file;
  return refused.map(({ line, reason }) => ({
    workspaceId,
    sourceFileId,
    generation,
    code: "refused_by_database",
    reason,
    sequence: line.records[0].sequence,
    lineNumber: line.lineNumber,
    text: storesContent && line.text !== null ? cutForQuarantine(line.text) : null,
    byteLength: line.byteLength,
    sha256: line.sha256,
  }));
}

/** Says what rows are new to whoever shows them. */
export async function announce(
  { db }: IngestContext,
  workspaceId: string,
  { eventCount, duplicateCount, sessionIds, hasHandoffs }: WrittenLines,
  quarantinedCount: number,
): Promise<void> {
  if (eventCount + duplicateCount + quarantinedCount === 0) return;
  const hasQuarantined = quarantinedCount > 0;
  await notifyRows(db, { workspaceId, sessionIds: [...sessionIds], hasHandoffs, hasQuarantined });
}
