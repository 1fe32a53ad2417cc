import type { RouterOutputs } from "@/server/root";

export type SourceFile = RouterOutputs["ingest"]["files"][number];

/** Status of a file, as shown to users. */
const FILE_STATUSES = ["failed", "behind", "not_read", "gone", "up_to_date"] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

type Facts = Pick<SourceFile, "state" | "lastError" | "fileSize" | "readOffset">;

/**
 * Returns the status of a file. A file being read whose last attempt failed has failed, regardless of the
 * rest.
 */
export function statusOf(file: Facts): FileStatus {
  if (file.state !== "reading") return file.state;
  if (file.lastError !== null) return "failed";
  return lagOf(file) > 0 ? "behind" : "up_to_date";
}

/** Returns the unread bytes of a file. */
export function lagOf({ fileSize, readOffset }: Pick<SourceFile, "fileSize" | "readOffset">): number {
  return Math.max(0, fileSize - readOffset);
}
