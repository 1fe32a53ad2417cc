import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { markPartialProgress, type PartialMark } from "../../handoff-document/phase-result";
import { replaceFile } from "../replace-whole";

/**
 * Marks the result file of a phase (`phases/phase-{P}-results.md`) as partial; creates it if it is missing.
 *
 * @throws file system errors.
 */
export async function markPhaseResult(path: string, mark: PartialMark): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, markPartialProgress(await readOrEmpty(path), mark));
}

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
