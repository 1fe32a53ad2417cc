import type { SecretScanner } from "@baton/core/node";
import type { Database } from "@baton/db";

/** What every step of the pipeline is given. */
export interface IngestContext {
  db: Database;
  scanner: SecretScanner;
  /** Whether the text of lines is stored, and what is taken from it. */
  storesContent: boolean;
  /** Months, `YYYY-MM`, whose partitions are known to be there. */
  knownMonths: Set<string>;
  /** A batch ends with the line with which it holds this many bytes. */
  batchBytes: number;
  /** Whether the same bytes failed twice: what fails once more on its own goes to quarantine, whatever the error. */
  isLastTry: boolean;
}

/** What one batch brought. */
export interface BatchCounts {
  lineCount: number;
  byteCount: number;
  eventCount: number;
  duplicateCount: number;
  quarantinedCount: number;
  maskedSecretCount: number;
}

/** Of a batch that brought nothing. */
export const NO_COUNTS: BatchCounts = {
  lineCount: 0,
  byteCount: 0,
  eventCount: 0,
  duplicateCount: 0,
  quarantinedCount: 0,
  maskedSecretCount: 0,
};

/** Adds what a batch brought to what came before it; what is not said of it is nought. */
export function addCounts(sum: BatchCounts, batch: Partial<BatchCounts>): void {
  const counts = { ...NO_COUNTS, ...batch };
  sum.lineCount += counts.lineCount;
  sum.byteCount += counts.byteCount;
  sum.eventCount += counts.eventCount;
  sum.duplicateCount += counts.duplicateCount;
  sum.quarantinedCount += counts.quarantinedCount;
  sum.maskedSecretCount += counts.maskedSecretCount;
}

export type BatchOutcome =
  | ({
      status: "read";
      format: string;
      /** Whether no further complete line follows at present. */
      isAtEnd: boolean;
      /**
       * The offset of the next line, and the file's size: at the
       * end, what lies between waits for its newline.
       */
      readOffset: number;
      fileSize: number;
      /** The sessions that got new events. */
      sessionIds: readonly string[];
    } & BatchCounts)
  /** Its format is not known yet, as no line of it is complete. */
  | { status: "undecided" }
  | { status: "not_read"; format: string | null; reason: string }
  /** Another ingest is at it. */
  | { status: "busy" }
  /** It is no longer the file that the cursor belongs to: find out which is which, and try again. */
  | { status: "changed" };

/** Nothing was stored: there are no partitions yet for these months, `YYYY-MM`, each with a time in it. */
export interface Unpartitioned {
  status: "unpartitioned";
  months: Map<string, Date>;
}
