import { randomUUID } from "node:crypto";
import { open, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces or creates a file atomically: readers find the old or the new content, even after a power loss.
 * Writes a temporary file next to it, flushes it, and renames it (POSIX `rename`).
 *
 * @throws file system errors; then the old file is unchanged and the temporary one removed.
 */
export function replaceFile(path: string, content: string): Promise<void> {
  return replaceWhole(path, (temporary) => writeFile(temporary, content, { flag: "wx", flush: true }));
}

/**
 * Replaces or creates a symbolic link atomically.
 *
 * @param target target of the link as written: a relative one starts at the link's own folder.
 */
export function replaceLink(path: string, target: string): Promise<void> {
  return replaceWhole(path, (temporary) => symlink(target, temporary));
}

async function replaceWhole(path: string, create: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomUUID()}.partial`;
  try {
    await create(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** A new name is on disk only after its folder is flushed. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
