import { constants, existsSync, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";

/** A folder that is open: its path, absolute and after symlinks, and its descriptor. */
export interface OpenFolder {
  readonly path: string;
  readonly handle: FileHandle;
}

/** Why something in a folder is not opened. */
export type NotOpened = { state: "outside"; reason: string } | { state: "not_a_file"; kind: string };

/**
 * How a file is opened whose path was found to lie inside, when what the
 * path leads to may be swapped at any moment:
 *
 * - `descriptors` (Linux): folder by folder from the open descriptor of the one before, through
 *   `/proc/self/fd`, following no symlink, and the last step without opening it (`O_PATH`); what was found to
 *   be a regular file is then opened by its descriptor. Whatever is swapped, nothing outside is ever opened.
 * - `paths` (elsewhere): by its path, on macOS without following a symlink at any place (`O_NOFOLLOW_ANY`).
 *   Afterwards the open file has to be the one that lies inside, else not a byte of it is read.
 */
export type OpeningStrategy = "descriptors" | "paths";

export const OPENING_STRATEGY: OpeningStrategy =
  process.platform === "linux" && existsSync("/proc/self/fd") ? "descriptors" : "paths";

/** Flags of `open` that Node has no name for. */
const LINUX_O_PATH = 0x20_0000;
const DARWIN_O_NOFOLLOW_ANY = 0x2000_0000;

/**
 * The path of `real` below the folder, with `/` between folders; "" for
 * the folder itself, null for what lies outside.
 */
export function pathInside(folder: OpenFolder, real: string): string | null {
  const path = relative(folder.path, real);
  const leaves = path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return leaves ? null : path.split(sep).join("/");
}

/**
 * Opens a regular file for reading.
 *
 * @param path below the folder, after symlinks, with `/` between folders.
 * @throws what the file system throws; `ELOOP` or `ENOTDIR` where a symlink was put in place of a folder.
 */
export function openInside(
  folder: OpenFolder,
  path: string,
  strategy: OpeningStrategy,
): Promise<FileHandle | NotOpened> {
  return strategy === "descriptors" ? openByDescriptors(folder, path) : openByPath(folder, path);
}

async function openByDescriptors(folder: OpenFolder, path: string): Promise<FileHandle | NotOpened> {
  const segments = path.split("/");
  const name = segments.pop() ?? "";
  const parent = await descend(folder, segments);
  try {
    const found = await open(`/proc/self/fd/${parent.fd}/${name}`, LINUX_O_PATH | constants.O_NOFOLLOW);
    try {
      const refused = refuse(await found.stat());
      return refused ?? (await open(`/proc/self/fd/${found.fd}`, constants.O_RDONLY | constants.O_NONBLOCK));
    } finally {
      await found.close();
    }
  } finally {
    if (parent !== folder.handle) await parent.close();
  }
}

/**
 * Goes down from folder to folder by descriptors (Linux), following no symlink.
 *
 * @returns the last folder, which the caller closes, unless it is the one that it began with.
 */
export async function descend(folder: OpenFolder, segments: readonly string[]): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let handle = folder.handle;
  for (const segment of segments) {
    const parent = handle;
    try {
      handle = await open(`/proc/self/fd/${parent.fd}/${segment}`, flags);
    } finally {
      if (parent !== folder.handle) await parent.close();
    }
  }
  return handle;
}

async function openByPath(folder: OpenFolder, path: string): Promise<FileHandle | NotOpened> {
  const absolute = join(folder.path, path);
  const refused = refuse(await lstat(absolute));
  if (refused) return refused;
  const noFollow = process.platform === "darwin" ? DARWIN_O_NOFOLLOW_ANY : constants.O_NOFOLLOW;
  const handle = await open(absolute, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
  let isKept = false;
  try {
    const opened = await handle.stat();
    const real = await realpath(absolute);
    const inside = await lstat(real);
    if (pathInside(folder, real) === null || inside.dev !== opened.dev || inside.ino !== opened.ino) {
      return { state: "outside", reason: "the path was led elsewhere while it was opened" };
    }
    // Judged again, and last: a second name that was there for the comparison alone is counted too.
    const judged = refuse(await handle.stat());
    if (judged) return judged;
    isKept = true;
    return handle;
  } finally {
    if (!isKept) await handle.close();
  }
}

/** Why what was found is not opened; null for a regular file with one name. */
function refuse(stats: Stats): NotOpened | null {
  if (stats.isSymbolicLink()) return { state: "outside", reason: "a symlink was put in place of the file" };
  if (!stats.isFile()) return { state: "not_a_file", kind: kindOf(stats) };
  if (stats.nlink > 1) {
    return { state: "outside", reason: "the file has a second name (a hard link), which may lie outside" };
  }
  return null;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}
