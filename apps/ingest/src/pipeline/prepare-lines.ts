import type { EventLine, QuarantinedLine, ShapedLine, SourceFile } from "@baton/db/write";
import type { LineFormat } from "../sources/source-format";
import type { IngestContext } from "./ingest-context";
import { type PreparedLine, prepareLine } from "./prepare-line";
import type { RawLine } from "./read-lines";

/** Prepared lines of a batch, by outcome. */
export interface PreparedBatch {
  events: EventLine[];
  quarantined: QuarantinedLine[];
  /** Secrets masked in quarantined lines; events have their own count. */
  maskedSecretCount: number;
  lastOccurredAt: Date | null;
  lastSessionId: string | null;
  /** The tool's version, and the unrecognized parts of event lines. */
  toolVersion: string | null;
  shapes: ShapedLine[];
  /** State for the lines that follow. */
  readerMemory: unknown;
}

/**
 * Yield to the event loop after this many lines, so that database responses, health checks and signals do not
 * wait.
 */
const LINES_IN_A_ROW = 32;

/** Prepares lines in order, because each may use the time of the one before. */
export async function prepareLines(
  lines: readonly RawLine[],
  { scanner, storesContent }: IngestContext,
  file: SourceFile,
  format: Pick<LineFormat, "readLine" | "readShape" | "sessionOf" | "hasLongContent">,
): Promise<PreparedBatch> {
  const { workspaceId, sourceFileId, generation, lastOccurredAt, lastSessionId, toolVersion, readerMemory } =
    file;
  const shared = { format, scanner, storesContent, workspaceId, sourceFileId, generation, now: Date.now() };
  const context = { ...shared, defaultSession: format.sessionOf(file.path) };
  const batch: PreparedBatch = {
    events: [],
    quarantined: [],
    maskedSecretCount: 0,
    lastOccurredAt,
    lastSessionId,
    toolVersion,
    shapes: [],
    readerMemory,
  };
  for (const [index, raw] of lines.entries()) {
    if (index % LINES_IN_A_ROW === LINES_IN_A_ROW - 1) await new Promise(setImmediate);
    const prepared = prepareLine(raw, context, {
      lineNumber: file.lineCount + index + 1,
      carriedTime: batch.lastOccurredAt ?? file.firstSeenAt,
      memory: batch.readerMemory,
    });
    if (prepared.kind === "quarantined") {
      batch.quarantined.push(prepared.line);
      batch.maskedSecretCount += prepared.maskedSecretCount;
    } else if (prepared.kind === "event") {
      batch.events.push(prepared.line);
      batch.readerMemory = prepared.memory;
      noteShape(batch, prepared, { sourceFileId, generation, sequence: raw.sequence });
      const last = prepared.line.records.at(-1);
      batch.lastOccurredAt = last?.occurredAt ?? batch.lastOccurredAt;
      batch.lastSessionId = last?.sessionId ?? batch.lastSessionId;
    }
  }
  return batch;
}

/** A tool may write its version on each line or only on the first one. */
function noteShape(
  batch: PreparedBatch,
  { line: { lineNumber }, shape }: Extract<PreparedLine, { kind: "event" }>,
  place: Pick<ShapedLine, "sourceFileId" | "generation" | "sequence">,
): void {
  if (!shape) return;
  batch.toolVersion = shape.toolVersion ?? batch.toolVersion;
  const { unknown } = shape;
  if (unknown.length > 0) {
    batch.shapes.push({ ...place, lineNumber, toolVersion: batch.toolVersion, unknown });
  }
}
