import { type EventLine, isContentFault, type SourceFile } from "@baton/db/write";
import { storeLines } from "@baton/services/line/store-lines";
import { explainFault } from "./explain-fault";
import type { BatchCounts, IngestContext } from "./ingest-context";
import type { PreparedBatch } from "./prepare-lines";
import { cutForQuarantine } from "./quarantine-text";

type BatchToStore = Pick<PreparedBatch, "events" | "quarantined" | "maskedSecretCount" | "shapes">;

/** Result of storing prepared lines. */
interface StoredBatch extends Omit<BatchCounts, "lineCount" | "byteCount"> {
  sessionIds: readonly string[];
}

/**
 * Stores prepared lines with `storeLines`. The partitions for their months must
 * exist. Finds a line that cannot be stored by bisection and quarantines it.
 *
 * @param context whose `db` is a transaction.
 * @throws errors that no line caused; then roll back.
 */
export async function storeBatch(
  context: IngestContext,
  file: SourceFile,
  format: string,
  batch: BatchToStore,
): Promise<StoredBatch> {
  try {
    const { workspaceId } = file;
    const { events, quarantined, shapes } = batch;
    const lines = {
      workspaceId,
      format,
      hasContent: context.storesContent,
      lines: events,
      quarantined,
      shapes,
    };
    const stored = await context.db.transaction((savepoint) => storeLines(savepoint, lines));
    return {
      sessionIds: [...stored.sessionIds],
      eventCount: stored.eventCount,
      duplicateCount: stored.duplicateCount,
      quarantinedCount: quarantined.length,
      maskedSecretCount: events.reduce((sum, line) => sum + line.maskedSecretCount, batch.maskedSecretCount),
    };
  } catch (error) {
    if (!isContentFault(error, context.isLastTry)) throw error;
    const halves = halve(batch);
    if (!halves) return storeBatch(context, file, format, setAside(context, file, batch, error));
    const first = await storeBatch(context, file, format, halves[0]);
    const second = await storeBatch(context, file, format, halves[1]);
    return {
      sessionIds: [...new Set([...first.sessionIds, ...second.sessionIds])],
      eventCount: first.eventCount + second.eventCount,
      duplicateCount: first.duplicateCount + second.duplicateCount,
      quarantinedCount: first.quarantinedCount + second.quarantinedCount,
      maskedSecretCount: first.maskedSecretCount + second.maskedSecretCount,
    };
  }
}

/** Splits the lines in half; null for a single line. */
function halve({
  events,
  quarantined,
  shapes,
  maskedSecretCount,
}: BatchToStore): [BatchToStore, BatchToStore] | null {
  const sequences = [...events.map(sequenceOf), ...quarantined.map(({ sequence }) => sequence)];
  if (sequences.length < 2) return null;
  const middle = sequences.sort((a, b) => a - b)[sequences.length >> 1] ?? 0;
  const part = (isIn: (sequence: number) => boolean) => ({
    events: events.filter((line) => isIn(sequenceOf(line))),
    quarantined: quarantined.filter(({ sequence }) => isIn(sequence)),
    shapes: shapes.filter(({ sequence }) => isIn(sequence)),
  });
  return [
    { ...part((sequence) => sequence < middle), maskedSecretCount },
    { ...part((sequence) => sequence >= middle), maskedSecretCount: 0 },
  ];
}

function sequenceOf({ records: [{ sequence }] }: EventLine): number {
  return sequence;
}

/** Quarantines a line that cannot be stored, without its text if that cannot be stored either. */
function setAside(
  { storesContent }: IngestContext,
  { workspaceId, sourceFileId, generation }: SourceFile,
  { events: [line], quarantined: [row], maskedSecretCount }: BatchToStore,
  error: unknown,
): BatchToStore {
  const nothing = { events: [], quarantined: [], shapes: [] };
  if (line) {
    const { lineNumber, byteLength, sha256 } = line;
    const { code, message } = explainFault(error);
    const text = storesContent && line.text !== null ? cutForQuarantine(line.text) : null;
    const position = { workspaceId, sourceFileId, generation, sequence: sequenceOf(line), lineNumber };
    const quarantined = [{ ...position, code, reason: message, text, byteLength, sha256 }];
    return { ...nothing, quarantined, maskedSecretCount: maskedSecretCount + line.maskedSecretCount };
  }
  if (!row || row.text === null) throw error;
  return { ...nothing, quarantined: [{ ...row, text: null }], maskedSecretCount };
}
