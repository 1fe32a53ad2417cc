import { randomUUID } from "node:crypto";
import { open, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Puts a file in the place of another, or where none was: who reads the path at any moment finds one of the
 * two, whole, also after a power cut. The file is written beside it under a name of its own, flushed to the
 * disk, and renamed (POSIX `rename`).
 *
 * @throws what the file system throws; the old file is then as it was, and nothing is left beside it.
 */
export function replaceFile(path: string, content: string): Promise<void> {
  return replaceWhole(path, (temporary) => writeFile(temporary, content, { flag: "wx", flush: true }));
}

/**
 * The same for a symbolic link.
 *
 * @param target what the link says, as it stands: a relative one starts from the link's own folder.
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

/** A name is on the disk only once its folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
