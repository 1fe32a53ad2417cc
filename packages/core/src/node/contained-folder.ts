import { constants, type Dirent, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, posix, relative, sep } from "node:path";
import { leavesFolder } from "../manifest/leaves-folder";

/** The reason why an entry of a folder is not opened. */
type NotOpened = { state: "outside"; reason: string } | { state: "not_a_file"; kind: string };

/** Result of reading a file of a folder. */
export type ContainedFile =
  /** `path` is the file's own, below the folder and after symlinks, with `/` between folders. */
  | { state: "read"; path: string; bytes: Buffer }
  /** Sizes are in bytes. */
  | { state: "too_large"; path: string; size: number }
  | NotOpened
  | { state: "missing" }
  | { state: "unreadable"; reason: string };

/** In bytes: far more than an agent can read. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Agents leave far fewer files: a folder with more contains dependencies or build output. */
const MAX_ENTRIES = 10_000;

/**
 * A folder whose files are read by untrusted names. Resolves names below the folder, including symlinks, and
 * never reads outside: `..`, absolute paths, symlinks, files with a second name (a hard link can lead
 * anywhere), including swaps between check and opening. Does not open pipes, devices and sockets.
 */
export class ContainedFolder {
  /** Absolute, after symlinks. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Opens a folder.
   *
   * @param path absolute, or relative to the working directory.
   * @throws file system errors if it is not a folder (`ENOENT`, `ENOTDIR`, `EACCES` …).
   */
  static async open(path: string): Promise<ContainedFolder> {
    return new ContainedFolder(await realpath(`${path}${sep}.`));
  }

  /**
   * Reads a file.
   *
   * @param name     path below the folder, with `/` between folders.
   * @param maxBytes larger files are not read; 8 MiB by default.
   * @throws errors that the file did not cause (`EMFILE`, `EIO` …).
   */
  async read(name: string, maxBytes: number = MAX_FILE_BYTES): Promise<ContainedFile> {
    if (leavesFolder(name)) return { state: "outside", reason: "the path leads out of the folder" };
    try {
      const real = await realpath(join(this.path, name));
      const path = this.#pathInside(real);
      if (path === null) return { state: "outside", reason: "a symlink leads out of the folder" };
      const opened = await this.#openInside(real);
      if ("state" in opened) return opened;
      try {
        return await readWhole(opened, path, maxBytes);
      } finally {
        await opened.close();
      }
    } catch (error) {
      return explain(error);
    }
  }

  /**
   * Lists files and symlinks below the folder, sorted, with `/` between folders; at most 10,000 entries. Does
   * not enter symlinks to folders. A folder that cannot be listed counts as empty.
   */
  async list(): Promise<string[]> {
    const paths: string[] = [];
    const folders = [""];
    let entryCount = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await this.#listFolder(folder)) {
        entryCount += 1;
        if (entryCount > MAX_ENTRIES) return paths.sort();
        (entry.isDirectory() ? folders : paths).push(posix.join(folder, entry.name));
      }
    }
    return paths.sort();
  }

  /** Returns the path of `real` below the folder, with `/` between folders; null if it is outside. */
  #pathInside(real: string): string | null {
    const path = relative(this.path, real);
    const leaves = path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
    return leaves ? null : path.split(sep).join("/");
  }

  /**
   * Opens a regular file whose path was resolved inside. The path can be swapped at any time, so nothing is
   * read unless the open file is the one inside.
   */
  async #openInside(real: string): Promise<FileHandle | NotOpened> {
    const refused = refuse(await lstat(real));
    if (refused) return refused;
    const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    let isKept = false;
    try {
      const opened = await handle.stat();
      const now = await realpath(real);
      const inside = await lstat(now);
      if (this.#pathInside(now) === null || inside.dev !== opened.dev || inside.ino !== opened.ino) {
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

  async #listFolder(path: string): Promise<Dirent[]> {
    try {
      return await readdir(join(this.path, path), { withFileTypes: true });
    } catch {
      return [];
    }
  }
}

/** Returns the reason why an entry is not opened; null for a regular file with one name. */
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

async function readWhole(handle: FileHandle, path: string, maxBytes: number): Promise<ContainedFile> {
  const { size } = await handle.stat();
  if (size > maxBytes) return { state: "too_large", path, size };
  // One byte more than expected, to detect the end of the file.
  let buffer = Buffer.allocUnsafe(size + 1);
  for (let length = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) return { state: "read", path, bytes: buffer.subarray(0, length) };
    length += bytesRead;
    // It has grown since its size was read.
    if (length > maxBytes) return { state: "too_large", path, size: length };
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, maxBytes + 1));
  }
}

const FAILURES: Record<string, ContainedFile> = {
  ENOENT: { state: "missing" },
  ENOTDIR: { state: "missing" },
  ENAMETOOLONG: { state: "missing" },
  ELOOP: { state: "outside", reason: "symlinks form a cycle, or a symlink replaced a folder just now" },
  EACCES: { state: "unreadable", reason: "this account may not read it" },
  EPERM: { state: "unreadable", reason: "this account may not read it" },
};

function explain(error: unknown): ContainedFile {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const file = FAILURES[code];
  if (file) return file;
  throw error;
}
