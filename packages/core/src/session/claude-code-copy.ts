import type { TranscriptLine } from "./claude-code-line";

/**
 * Detects copies of another session's lines. `-p --resume ID --fork-session` begins its file with the prompt
 * from its queue, then repeats the other session's lines with their old times and the fork's session ID. No
 * key names the other session.
 *
 * @param known the time of the first prompt from the queue, null for a file that begins otherwise; undefined before the
 *   first line with a time.
 */
export function recallOpening(
  { type, timestamp }: TranscriptLine,
  known: string | null | undefined,
): { isCopy: boolean; openedAt: string | null | undefined } {
  if (timestamp === undefined) return { isCopy: false, openedAt: known };
  if (known === undefined) return { isCopy: false, openedAt: type === "queue-operation" ? timestamp : null };
  return { isCopy: known !== null && timestamp < known, openedAt: known };
}
