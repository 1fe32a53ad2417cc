import { z } from "zod";
import type { TranscriptLine } from "./claude-code-line";

/** When a run took its first prompt from the queue; null for a file that begins otherwise. */
const Opening = z.object({ openedAt: z.string().nullable() });

/**
 * Tells whether a line is a copy of another session's. `-p --resume ID --fork-session` begins its file with the
 * prompt that it takes from the queue, then repeats the other session's lines with their times and its own
 * session: no key names where they come from.
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
