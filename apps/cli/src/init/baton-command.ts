import { access, constants, realpath } from "node:fs/promises";
import { join } from "node:path";
import { readSearchPath } from "../env";

/** The command `baton`, as a shell starts it: its name, or else the paths of Node and of its program. */
export interface BatonCommand {
  readonly baton: string;
  readonly isOnPath: boolean;
  /** True if npx installed the program, in a cache that npm can delete. */
  readonly isInCache: boolean;
}

const CACHE_OF_NPX = /[\\/]_npx[\\/]/;

/** npx and npm add these folders only while they run. */
const OF_NPM = /[\\/]node_modules[\\/]\.bin$/;

/**
 * Finds the command that starts Baton from other programs too.
 *
 * @param program path of this program.
 */
export async function findBatonCommand(program: string): Promise<BatonCommand> {
  const folders = readSearchPath().filter((folder) => !OF_NPM.test(folder));
  const found = await Promise.all(folders.map((folder) => isProgram(join(folder, "baton"))));
  if (found.includes(true)) return { baton: "baton", isOnPath: true, isInCache: false };
  const path = await realpath(program);
  const isInCache = CACHE_OF_NPX.test(path);
  return { baton: `"${process.execPath}" "${path}"`, isOnPath: false, isInCache };
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
