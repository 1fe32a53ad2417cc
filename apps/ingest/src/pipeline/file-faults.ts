import { isContentFault } from "@baton/db/write";
import { explainFault } from "./explain-fault";
import type { IngestContext } from "./ingest-context";
import { UnreadableFileError } from "./open-file";
import type { TrackedFile } from "./track-files";

/** Maximum attempts at the same bytes of a file. */
const MAX_TRIES = 3;

interface Fault {
  offset: number;
  count: number;
  /** Time of the first failure at this position. */
  since: Date;
}

/** Decision about a file that failed. */
interface FileFault {
  /** True if the file waits for a change. */
  isFinal: boolean;
  /** Message with the time, the byte and the fix. */
  message: string;
}

/** Counts how often the same bytes of a file failed, to limit retries. */
export class FileFaults {
  readonly #faults = new Map<number, Fault>();

  /**
   * Returns the context for the next attempt at a file. On the last attempt, a line that fails alone is
   * quarantined.
   */
  contextFor(context: IngestContext, { sourceFileId, readOffset }: TrackedFile): IngestContext {
    const fault = this.#faults.get(sourceFileId);
    const isLastTry = fault?.offset === readOffset && fault.count >= MAX_TRIES - 1;
    return isLastTry ? { ...context, isLastTry } : context;
  }

  /**
   * Records a failure.
   * @returns null if the database failed, not the file.
   */
  add({ sourceFileId, readOffset }: TrackedFile, error: unknown): FileFault | null {
    const isUnreadable = error instanceof UnreadableFileError;
    if (!isUnreadable && !isContentFault(error, true)) return null;
    const known = this.#faults.get(sourceFileId);
    const fault =
      known?.offset === readOffset
        ? { ...known, count: known.count + 1 }
        : { offset: readOffset, count: 1, since: new Date() };
    this.#faults.set(sourceFileId, fault);
    const since = `${fault.since.toISOString().slice(0, 16).replace("T", " ")} UTC`;
    const what = isUnreadable ? error.message : explainFault(error).message;
    const todo = isUnreadable
      ? "Let the account that runs Baton read it"
      : "Report this, or move the line at this byte to another file";
    const message = `stopped at byte ${readOffset} since ${since}: ${what}. ${todo}; Baton tries again when the file changes, or when Baton is restarted.`;
    return { isFinal: fault.count >= MAX_TRIES, message };
  }

  forget({ sourceFileId }: TrackedFile): void {
    this.#faults.delete(sourceFileId);
  }
}
