import { z } from "zod";
import { parseOrNull } from "./describe-manifest";
import { type FirstOf, keepFirst } from "./keep-first";

const Named = z.object({ event_type: z.literal("context_handoff"), fields_filtered: z.array(z.string()) });

/** Names of removed fields that are told, and letters of each: whoever writes events may name any number. */
const [MOST_TOLD, MAX_LETTERS] = [200, 200];

/**
 * The removed fields that an event itself names, which stand in its line alone;
 * null where it names none, or no line is kept.
 */
export function tellRemoved(line: { text: string | null } | null): FirstOf<string> | null {
  const event = Named.safeParse(parseOrNull(line?.text ?? null));
  if (!event.success || event.data.fields_filtered.length === 0) return null;
  const names = new Set(event.data.fields_filtered.map((name) => name.slice(0, MAX_LETTERS)));
  return keepFirst([...names], MOST_TOLD);
}
