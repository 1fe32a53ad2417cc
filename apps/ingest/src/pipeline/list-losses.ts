import type { SourceFile, SourceLoss } from "@baton/db/write";
import { formatNamed } from "../sources/index";

/** A file last read before this time, and checked since, ended unchanged. */
const QUIET_MILLISECONDS = 60_000;

/** A file deleted while ingest was down ended unchanged if it was last read this long before. */
const FINISHED_MILLISECONDS = 86_400_000;

/** Returns when a file was last read, in milliseconds since 1970. */
function readAt({ lastReadAt, firstSeenAt }: SourceFile): number {
  return (lastReadAt ?? firstSeenAt).getTime();
}

/** Creates a function that returns whether a deleted file was complete when it was last read. */
export function restOf(
  known: readonly SourceFile[],
  wasThere: (path: string) => boolean,
): (file: SourceFile) => boolean {
  const lastWork = known.reduce((last, file) => Math.max(last, readAt(file)), 0);
  return (file) =>
    wasThere(file.path)
      ? readAt(file) < Date.now() - QUIET_MILLISECONDS
      : readAt(file) < lastWork - FINISHED_MILLISECONDS;
}

/**
 * Lists the unread parts of files that no other file contains. Only line files: a document has no rest.
 *
 * @param isAtRest nothing was appended after the last read.
 */
export function listLosses(
  { kind, known }: { kind: "gone" | "rewritten"; known: SourceFile },
  isAtRest: boolean,
): SourceLoss[] {
  if (known.state !== "reading") return [];
  if (known.format !== null && formatNamed(known.format)?.kind !== "lines") return [];
  const lostBytes = known.fileSize - known.readOffset;
  if (lostBytes > 0) return [{ file: known, cause: kind, lostBytes }];
  return isAtRest || known.format === null ? [] : [{ file: known, cause: kind, lostBytes: null }];
}
