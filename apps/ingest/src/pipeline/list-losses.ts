import type { SourceFile, SourceLoss } from "@baton/db/write";
import { formatNamed } from "../sources/index";

/** A file that was looked at a moment ago, and was read for the last time before this, has ended unchanged. */
const QUIET_MILLISECONDS = 60_000;

/** The same of a file to which nothing was added for so long before ingest was last at work. */
const FINISHED_MILLISECONDS = 86_400_000;

/** Returns when a file was last read, in milliseconds since 1970. */
function readAt({ lastReadAt, firstSeenAt }: SourceFile): number {
  return (lastReadAt ?? firstSeenAt).getTime();
}

/** Returns what knows of a file that is gone whether it had come to its end before, and nothing is missing. */
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
 * Lists what of a file was not read and is in no other: of one that is read line by line, since a document
 * has no rest.
 *
 * @param isAtRest nothing was added after it was last read.
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
