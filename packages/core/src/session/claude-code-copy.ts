import { z } from "zod";
import type { TranscriptLine } from "./claude-code-line";

/** The time of the first prompt from the queue; null for a file that begins otherwise. */
const Opening = z.object({ openedAt: z.string().nullable() });

/**
 * Detects copies of another session's lines. `-p --resume ID --fork-session` begins its file with the prompt
 * from its queue, then repeats the other session's lines with their old times and the fork's session ID. No
 * key names the other session.
 *
 * @param stored the `memory` of the line before.
 * @returns also the `memory` for the next lines, if it changes.
 */
export function recallOpening(
  { type, timestamp }: TranscriptLine,
  stored: unknown,
): { isCopy: boolean; memory?: z.infer<typeof Opening> } {
  const opening = Opening.safeParse(stored);
  if (timestamp === undefined) return { isCopy: false };
  if (!opening.success) {
    return { isCopy: false, memory: { openedAt: type === "queue-operation" ? timestamp : null } };
  }
  const { openedAt } = opening.data;
  return { isCopy: openedAt !== null && timestamp < openedAt };
}
