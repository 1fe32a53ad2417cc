import type { FileOnDisk } from "./list-files";
import { type OpenFile, UnreadableFileError } from "./open-file";
import { openToRead } from "./open-to-read";

/**
 * The result of inspecting a file, or the reason why it failed: the path has another file or none, the file
 * is unreadable, or its compression is broken or incomplete.
 */
type Look<T> = { found: T } | "moved" | "unreadable" | "broken";

/** Opens a listed file and inspects it if it is still the same. */
export async function inspectFile<T>(
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
