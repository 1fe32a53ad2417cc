import { stat } from "node:fs/promises";
import { Option } from "commander";
import { CommandError } from "../../command-error";
import { explainReadError } from "../../input";

/** `--root <folder>`: base of the paths in documents. */
export function createRootOption(): Option {
  return new Option("--root <folder>", "project root, to which paths in a document are relative").default(
    ".",
    "the working directory",
  );
}

/**
 * Checks the root folder.
 * @throws CommandError if the folder does not exist.
 */
export async function checkRoot(root: string): Promise<void> {
  try {
    if ((await stat(root)).isDirectory()) return;
  } catch (error) {
    throw explainReadError(error, root);
  }
  throw new CommandError(`${root} is a file. Pass the project's root folder.`);
}
