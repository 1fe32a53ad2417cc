import { execFile } from "node:child_process";
import { chown, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createFolder } from "./scratch";

const run = promisify(execFile);

/** A separate file system, small enough to be filled. */
export interface SmallDisk {
  path: string;
  /** Fills the file system. */
  fill(): Promise<void>;
  /** Frees the space again. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Mounts a small file system.
 * @returns null if nothing can be mounted, for example without root.
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await createFolder();
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", folder.path]);
  } catch {
    await folder.remove();
    return null;
  }
  const ballast = join(folder.path, "ballast");
  return {
    path: folder.path,
    fill: () => writeUntilFull(ballast),
    clear: () => rm(ballast, { force: true }),
    remove: async () => {
      await run("umount", ["--lazy", folder.path]);
      await folder.remove();
    },
  };
}

/** Changes the owner of a folder to that of another folder. */
export async function giveToOwnerOf(path: string, example: string): Promise<void> {
  const { uid, gid } = await stat(example);
  await chown(path, uid, gid);
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, "w");
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) await file.write(block);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await file.close();
  }
}
