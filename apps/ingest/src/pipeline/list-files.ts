import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { glob } from "tinyglobby";

/** State of a file on disk. */
export interface FileOnDisk {
  path: string;
  device: string;
  inode: string;
  size: number;
  /**
   * Time of the last change of content or status, in microseconds since 1970, which programs cannot set back.
   * NaN, which equals no time, if it is so recent that the next change could have the same time.
   */
  changedAt: number;
}

/** Folders of other programs, which contain no agent files. */
const IGNORED = ["**/node_modules/**", "**/.git/**"];

const STATS_AT_ONCE = 64;

/** Resolution of file times: a kernel tick of at most 10 ms (Linux, CONFIG_HZ). */
const TICK_MICROSECONDS = 10_000;

/**
 * Lists the regular files under a root, which can be a file. Does not follow symbolic links: their targets
 * are listed in their own place or are outside.
 *
 * @param root absolute path.
 * @throws if the root is missing or unreadable.
 */
export async function listFiles(root: string): Promise<FileOnDisk[]> {
  const stats = await lstat(root);
  if (!stats.isDirectory()) return statFiles([root]);
  const paths = await glob("**", {
    cwd: root,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: IGNORED,
  });
  return statFiles(paths.map((path) => join(root, path)).sort());
}

async function statFiles(paths: readonly string[]): Promise<FileOnDisk[]> {
  const files: FileOnDisk[] = [];
  for (let start = 0; start < paths.length; start += STATS_AT_ONCE) {
    const found = await Promise.all(paths.slice(start, start + STATS_AT_ONCE).map(statFile));
    for (const file of found) if (file) files.push(file);
  }
  return files;
}

/** Returns null if the file is not regular or was deleted. */
async function statFile(path: string): Promise<FileOnDisk | null> {
  const stats = await lstat(path, { bigint: true }).catch(() => null);
  if (!stats?.isFile()) return null;
  const changedAt = Number(stats.ctimeNs / 1000n);
  const isFresh = Date.now() * 1000 - changedAt < 2 * TICK_MICROSECONDS;
  return {
    path,
    device: String(stats.dev),
    inode: String(stats.ino),
    size: Number(stats.size),
    changedAt: isFresh ? Number.NaN : changedAt,
  };
}
