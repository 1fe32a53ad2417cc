import { readFile } from "node:fs/promises";
import type { Finding } from "../../finding";
import { type Progress, parseProgress } from "../../handoff-document/progress";
import { type UpdatedProgress, updateProgress } from "../../handoff-document/update-progress";
import { replaceFile } from "../replace-whole";

/**
 * Reads a progress file.
 *
 * @throws file system errors.
 */
export async function readProgressFile(
  path: string,
): Promise<{ ok: true; progress: Progress } | { ok: false; findings: Finding[] }> {
  return parseProgress(await readFile(path, "utf8"));
}

/**
 * Replaces a progress file atomically if `updateProgress` allows it. Readers find the old or the new state.
 *
 * @param revise returns the new state for the current one.
 * @returns the new state, or the findings that prevent it.
 * @throws errors of the file system and of `revise`.
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
