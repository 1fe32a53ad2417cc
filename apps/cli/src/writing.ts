import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "./command-error";

const WRITE_ERRORS: Record<string, (path: string) => string> = {
  ENOENT: (path) => `the folder ${dirname(path)} does not exist. Create it, or correct the path`,
  ENOTDIR: () => "a part of the path is a file. Correct the path",
  EEXIST: () => "a part of the path is a file. Correct the path",
  EISDIR: () => "it is a folder. Pass a file",
  EACCES: () => "this account may not write there. Change the permissions, or use another path",
  EPERM: () => "this account may not write there. Change the permissions, or use another path",
  EROFS: () => "the disk is read-only. Use another path",
  ENOSPC: () => "the disk is full. Free some space",
  EDQUOT: () => "the disk quota of this account is used up. Free some space",
};

/**
 * Runs a write to a path the user named.
 *
 * @param path the file or folder, as the user named it.
 * @returns the result of the work.
 * @throws CommandError if the system refuses (errno of POSIX.1), with the
 * next step; also every other error of the work.
 */
export async function writing<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = WRITE_ERRORS[code]?.(path);
    throw reason === undefined ? error : new CommandError(`${path} cannot be written: ${reason}.`);
  }
}

/**
 * Writes a file that does not exist yet, with its folders.
 *
 * @throws CommandError if it exists or cannot be written.
 */
export async function writeNewFile(path: string, text: string): Promise<void> {
  await writing(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" }).catch((error: unknown) => {
      const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
      throw isThere ? new CommandError(`${path} exists. Name another file, or delete it first.`) : error;
    });
  });
}
