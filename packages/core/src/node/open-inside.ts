import { constants, existsSync, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";

/** A folder that is open: its path, absolute and after symlinks, and its descriptor. */
export interface OpenFolder {
  readonly path: string;
  readonly handle: FileHandle;
  /** A copy of the folder: a file whose second name is there at the same place has no other name. */
  readonly twin?: OpenFolder | undefined;
}

/** Why something in a folder is not opened. */
export type NotOpened = { state: "outside"; reason: string } | { state: "not_a_file"; kind: string };

/**
 * How to open a file whose path was found inside, although the path can be swapped at any time:
 *
 * - `descriptors` (Linux): opens each folder from the previous one's descriptor through `/proc/self/fd`,
 * without following symlinks, and the last step without opening it (`O_PATH`); then opens a regular file by
 * its descriptor. Never opens anything outside.
 * - `paths` (elsewhere): opens the path, on macOS without following any symlink (`O_NOFOLLOW_ANY`). Reads
 * nothing unless the open file is the one inside.
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
 * @param path path below the folder without symlinks, with `/` between folders.
 * @throws file system errors; `ELOOP` or `ENOTDIR` if a symlink replaced a folder.
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
      const isAllowed =
        refused === null ||
        (folder.twin !== undefined && (await hasTwin(found, [parent, name], folder.twin, path)));
      if (!isAllowed) return refused;
      return await open(`/proc/self/fd/${found.fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
    } finally {
      await found.close();
    }
  } finally {
    if (parent !== folder.handle) await parent.close();
  }
}

/** Resolution of file times: a kernel tick of at most 10 ms (Linux, CONFIG_HZ). */
const TICK_NANOSECONDS = 10_000_000n;

/**
 * Returns true if a file has exactly two names: its own and the same one in the twin of its folder. Each
 * added or removed name changes the file's status time, which no program can set back. If that is old, and
 * equal before and after the check of both names, there was no other name meanwhile.
 *
 * @param own the open folder of the file, and its name there.
 */
async function hasTwin(
  file: FileHandle,
  own: readonly [FileHandle, string],
  twin: OpenFolder,
  path: string,
): Promise<boolean> {
  const before = await file.stat({ bigint: true });
  const now = BigInt(Date.now()) * 1_000_000n;
  if (!before.isFile() || before.nlink !== 2n || now - before.ctimeNs < 2n * TICK_NANOSECONDS) return false;
  const isSame = async (parent: FileHandle, name: string) => {
    const found = await open(`/proc/self/fd/${parent.fd}/${name}`, LINUX_O_PATH | constants.O_NOFOLLOW);
    const { dev, ino } = await found.stat({ bigint: true }).finally(() => found.close());
    return dev === before.dev && ino === before.ino;
  };
  const segments = path.split("/");
  const name = segments.pop() ?? "";
  const parent = await descend(twin, segments).catch(() => null);
  if (!parent) return false;
  try {
    if (!(await isSame(...own)) || !(await isSame(parent, name))) return false;
  } catch {
    return false;
  } finally {
    if (parent !== twin.handle) await parent.close();
  }
  const after = await file.stat({ bigint: true });
  return after.nlink === 2n && after.ctimeNs === before.ctimeNs;
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
      return { state: "outside", reason: "the path changed while it was opened" };
    }
    // Checks again at the end, to include a second name that existed only during the comparison.
    const checked = refuse(await handle.stat());
    if (checked) return checked;
    isKept = true;
    return handle;
  } finally {
    if (!isKept) await handle.close();
  }
}

/** Why what was found is not opened; null for a regular file with one name. */
function refuse(stats: Stats): NotOpened | null {
  if (stats.isSymbolicLink()) return { state: "outside", reason: "a symlink replaced the file" };
  if (!stats.isFile()) return { state: "not_a_file", kind: kindOf(stats) };
  if (stats.nlink > 1) {
    return {
      state: "outside",
      reason: "the file has a second name (a hard link), which may be outside the folder",
    };
  }
  return null;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}
