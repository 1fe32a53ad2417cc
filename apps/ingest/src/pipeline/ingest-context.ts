import type { SecretScanner } from "@baton/core/secret-scanner";
import type { Database } from "@baton/db";

/** Dependencies of each pipeline step. */
export interface IngestContext {
  db: Database;
  scanner: SecretScanner;
  /** True if line text and content are stored. */
  storesContent: boolean;
  /** Months, `YYYY-MM`, whose partitions are known to exist. */
  knownMonths: Set<string>;
  /** Size in bytes at which a batch ends. */
  batchBytes: number;
  /** True if the same bytes failed twice. A line that fails again alone is quarantined, for any error. */
  isLastTry: boolean;
}

/** Counts of a batch. */
export interface BatchCounts {
  lineCount: number;
  byteCount: number;
  eventCount: number;
  duplicateCount: number;
  quarantinedCount: number;
  maskedSecretCount: number;
}

/** Counts of an empty batch. */
export const NO_COUNTS: BatchCounts = {
  lineCount: 0,
  byteCount: 0,
  eventCount: 0,
  duplicateCount: 0,
  quarantinedCount: 0,
  maskedSecretCount: 0,
};

/** Adds a batch's counts to a sum. Missing counts are 0. */
export function addCounts(sum: BatchCounts, batch: Partial<BatchCounts>): void {
  const counts = { ...NO_COUNTS, ...batch };
  sum.lineCount += counts.lineCount;
  sum.byteCount += counts.byteCount;
  sum.eventCount += counts.eventCount;
  sum.duplicateCount += counts.duplicateCount;
  sum.quarantinedCount += counts.quarantinedCount;
  sum.maskedSecretCount += counts.maskedSecretCount;
}

/** Two batches that update the same totals can deadlock, so they are tried again. */
export const MAX_ATTEMPTS = 5;

export type BatchOutcome =
  | ({
      status: "read";
      format: string;
      /** True if no further complete line follows yet. */
      isAtEnd: boolean;
      /**
       * Offset of the next line, and the file's size. At the end, the bytes between them wait for their
       * newline.
       */
      readOffset: number;
      fileSize: number;
      /** The sessions that got new events. */
      sessionIds: readonly string[];
    } & BatchCounts)
  /** The format is unknown until the first line is complete. */
  | { status: "undecided" }
  | { status: "not_read"; format: string | null; reason: string }
  /** Another ingest process is reading the file. */
  | { status: "busy" }
  /** The cursor belongs to a file that is no longer at this path: match the files again and retry. */
  | { status: "changed" };

/** Nothing was stored, because partitions are missing for these months, `YYYY-MM`, each with a time in it. */
export interface Unpartitioned {
  status: "unpartitioned";
  months: Map<string, Date>;
}
