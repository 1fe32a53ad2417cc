import type { FileHandle } from "node:fs/promises";
import type { FileOnDisk } from "./list-files";
import { openToRead } from "./open-to-read";

/**
 * What was found in a file; or that another one, or none, stands at
 * its path by now; or that it may not be read.
 */
export type Look<T> = { found: T } | "moved" | "unreadable";

/** Opens a file that was listed, and looks at it only where it is still the same one. */
export async function lookAtFile<T>(
  { path, device, inode }: FileOnDisk,
  look: (handle: FileHandle) => Promise<T>,
): Promise<Look<T>> {
  const handle = await openToRead(path).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? "moved" : "unreadable",
  );
  if (typeof handle === "string") return handle;
  try {
    const { dev, ino } = await handle.stat({ bigint: true });
    return String(dev) === device && String(ino) === inode ? { found: await look(handle) } : "moved";
  } finally {
    await handle.close();
  }
}
