import { readFile } from "node:fs/promises";
import type { Finding } from "../../finding";
import { type Progress, parseProgress } from "../../succession/progress";
import { type UpdatedProgress, updateProgress } from "../../succession/update-progress";
import { replaceFile } from "../replace-whole";

/**
 * Reads a progress file.
 *
 * @throws what the file system throws.
 */
export async function readProgressFile(
  path: string,
): Promise<{ ok: true; progress: Progress } | { ok: false; findings: Finding[] }> {
  return parseProgress(await readFile(path, "utf8"));
}

/**
 * Puts another state in the place of a progress file, whole or not at all, where `updateProgress` allows it.
 * Whoever reads it meanwhile finds the old or the new one.
 *
 * @param revise gives the new state of what the file holds now.
 * @returns the new state, or the findings for which the file stays as it was.
 * @throws what the file system and `revise` throw.
 */
export async function updateProgressFile(
  path: string,
  revise: (present: Progress) => Progress,
): Promise<UpdatedProgress> {
  const present = await readProgressFile(path);
  if (!present.ok) return present;
  const updated = updateProgress(present.progress, revise(present.progress));
  if (updated.ok) await replaceFile(path, `${JSON.stringify(updated.progress, null, 2)}\n`);
  return updated;
}
