import { constants, type Dirent } from "node:fs";
import { type FileHandle, open, readdir, realpath } from "node:fs/promises";
import { join, posix } from "node:path";
import { leavesFolder } from "../manifest/leaves-folder";
import {
  descend,
  type NotOpened,
  OPENING_STRATEGY,
  type OpenFolder,
  type OpeningStrategy,
  openInside,
  pathInside,
} from "./open-inside";

/** Result of reading a file of a folder. */
export type ContainedFile =
  /** `path` is the file's own, below the folder and after symlinks, with `/` between folders. */
  | { state: "read"; path: string; bytes: Buffer }
  /** Sizes are in bytes. */
  | { state: "too_large"; path: string; size: number }
  | NotOpened
  | { state: "missing" }
  | { state: "unreadable"; reason: string };

export interface ContainedListing {
  /**
   * Files and symlinks below the folder, sorted, with `/` between
   * folders; symlinks to folders are not entered.
   */
  paths: string[];
  /** True if there are more than 10,000 entries or more than 32 nested folders; the rest is omitted. */
  isCut: boolean;
}

const MAX_ENTRIES = 10_000;
/** With the folder itself. */
const MAX_DEPTH = 32;

/**
 * A folder whose files are read by untrusted names. Resolves names below the folder, including symlinks, and
 * never reads outside: `..`, absolute paths, symlinks, files with a second name (a hard link can lead
 * anywhere, except to a copy of the folder), including swaps between check and opening. Does not open pipes,
 * devices and sockets.
 */
export class ContainedFolder {
  readonly #folder: OpenFolder;
  readonly #strategy: OpeningStrategy;

  private constructor(folder: OpenFolder, strategy: OpeningStrategy) {
    this.#folder = folder;
    this.#strategy = strategy;
  }

  /**
   * Opens a folder. Keeps a descriptor until it is closed.
   *
   * @param path     absolute, or relative to the working directory.
   * @param strategy the best one of this system by default.
   * @param twin     a copy of the folder: files with a second name at the same place there are read too (on
   * Linux).
   * @throws file system errors (`ENOENT`, `ENOTDIR`, `EACCES` …).
   */
  static async open(
    path: string,
    strategy: OpeningStrategy = OPENING_STRATEGY,
    twin: string | null = null,
  ): Promise<ContainedFolder> {
    const folder = await openFolder(await realpath(path));
    const opened = twin === null ? undefined : await openFolder(twin).catch(() => undefined);
    return new ContainedFolder({ ...folder, twin: opened }, strategy);
  }

  /** Absolute, after symlinks. */
  get path(): string {
    return this.#folder.path;
  }

  /** Lets go of the folder; nothing can be read through it any more. Call it once. */
  async close(): Promise<void> {
    await this.#folder.twin?.handle.close();
    await this.#folder.handle.close();
  }

  /**
   * Reads a file.
   *
   * @param name     path below the folder, with `/` between folders.
   * @param maxBytes larger files are not read.
   * @throws errors that the file did not cause (`EMFILE`, `EIO` …).
   */
  async read(name: string, maxBytes: number): Promise<ContainedFile> {
    if (leavesFolder(name)) return { state: "outside", reason: "the path leads out of the folder" };
    try {
      const path = pathInside(this.#folder, await realpath(join(this.path, name)));
      if (path === null) return { state: "outside", reason: "a symlink leads out of the folder" };
      if (path === "") return { state: "not_a_file", kind: "a folder" };
      // Each folder of a path is opened: two thousand nested ones took half a second per file.
      if (path.split("/").length > MAX_DEPTH) {
        return { state: "unreadable", reason: `it is inside more than ${MAX_DEPTH} nested folders` };
      }
      const opened = await openInside(this.#folder, path, this.#strategy);
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
   * Lists what lies below the folder, in the folders within it too. A
   * folder that cannot be listed counts as empty.
   */
  async list(): Promise<ContainedListing> {
    const paths: string[] = [];
    const folders = [{ path: "", depth: 1 }];
    let entryCount = 0;
    let isCut = false;
    for (let folder = folders.pop(); folder && entryCount <= MAX_ENTRIES; folder = folders.pop()) {
      for (const entry of await this.#listFolder(folder.path)) {
        entryCount += 1;
        const path = posix.join(folder.path, entry.name);
        if (entryCount > MAX_ENTRIES || folder.depth > MAX_DEPTH) isCut = true;
        else if (entry.isDirectory()) folders.push({ path, depth: folder.depth + 1 });
        else paths.push(path);
      }
    }
    return { paths: paths.sort(), isCut };
  }

  async #listFolder(path: string): Promise<Dirent[]> {
    try {
      if (this.#strategy === "paths") return await readdir(join(this.path, path), { withFileTypes: true });
      const handle = await descend(this.#folder, path === "" ? [] : path.split("/"));
      try {
        return await readdir(`/proc/self/fd/${handle.fd}`, { withFileTypes: true });
      } finally {
        if (handle !== this.#folder.handle) await handle.close();
      }
    } catch {
      return [];
    }
  }
}

/** @param path after symlinks. */
async function openFolder(path: string): Promise<OpenFolder> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  return { path, handle };
}

async function readWhole(handle: FileHandle, path: string, maxBytes: number): Promise<ContainedFile> {
  const { size } = await handle.stat();
  if (size > maxBytes) return { state: "too_large", path, size };
  // One byte more than it should have, to see its end.
  let buffer = Buffer.allocUnsafe(size + 1);
  for (let length = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) return { state: "read", path, bytes: buffer.subarray(0, length) };
    length += bytesRead;
    // It has grown since its size was asked for.
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
