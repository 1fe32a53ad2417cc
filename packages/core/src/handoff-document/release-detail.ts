import { countTokens } from "../tokens/count-tokens";

/** A file whose content was loaded on demand, for one task. */
export interface LoadedDetail {
  path: string;
  taskId: string;
  text: string;
}

/** Reference to a released detail, to read it again. */
export interface ReleasedDetail {
  path: string;
  /** Its size in the context in `cl100k_base` tokens. */
  tokens: number;
}

/**
 * Releases content that was loaded for a finished task, to free the context for the next one. A file that
 * another task loaded too stays for that task.
 */
export function releaseDetail(
  details: readonly LoadedDetail[],
  taskId: string,
): { kept: LoadedDetail[]; released: ReleasedDetail[]; freedTokens: number } {
  const released = details
    .filter((detail) => detail.taskId === taskId)
    .map(({ path, text }) => ({ path, tokens: countTokens(text) }));
  return {
    kept: details.filter((detail) => detail.taskId !== taskId),
    released,
    freedTokens: released.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
