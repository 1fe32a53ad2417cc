import { dirname } from "node:path";
import { CommandError } from "./command-error";

const WRITE_ERRORS: Record<string, (path: string) => string> = {
  ENOENT: (path) => `the folder ${dirname(path)} does not exist: make it, or correct the path`,
  ENOTDIR: () => "a part of the path is a file: correct it",
  EEXIST: () => "a part of the path is a file: correct it",
  EISDIR: () => "it is a folder: name a file",
  EACCES: () => "this account may not write there: change the permissions, or name another place",
  EPERM: () => "this account may not write there: change the permissions, or name another place",
  EROFS: () => "the disk can only be read: name another place",
  ENOSPC: () => "the disk is full: free some of it",
  EDQUOT: () => "this account has used up its share of the disk: free some of it",
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
