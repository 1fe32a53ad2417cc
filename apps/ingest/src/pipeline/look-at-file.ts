import type { FileOnDisk } from "./list-files";
import { type OpenFile, UnreadableFileError } from "./open-file";
import { openToRead } from "./open-to-read";

/**
 * What was found in a file; or that another one, or none, stands at
 * its path by now; or that it may not be read; or
 * that its compression is broken or has not ended.
 */
export type Look<T> = { found: T } | "moved" | "unreadable" | "broken";

/** Opens a file that was listed, and looks at it only where it is still the same one. */
export async function lookAtFile<T>(
  { path, device, inode }: FileOnDisk,
  look: (handle: OpenFile) => Promise<T>,
): Promise<Look<T>> {
  const handle = await openToRead(path).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? "moved" : "unreadable",
  );
  if (typeof handle === "string") return handle;
  try {
    if (handle.device !== device || handle.inode !== inode) return "moved";
    return { found: await look(handle) };
  } catch (error) {
    if (error instanceof UnreadableFileError) return "broken";
    throw error;
  } finally {
    await handle.close();
  }
}
