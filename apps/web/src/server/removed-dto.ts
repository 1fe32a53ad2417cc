import { z } from "zod";
import { parseOrNull } from "./describe-manifest";
import { type FirstOf, keepFirst } from "./keep-first";

const Named = z.object({ event_type: z.literal("context_handoff"), fields_filtered: z.array(z.string()) });

/**
 * Returns the removed fields that an event itself names, which only its line has;
 * null if it names none, or no line is stored.
 */
export function toRemovedDto(line: { text: string | null } | null): FirstOf<string> | null {
  const event = Named.safeParse(parseOrNull(line?.text ?? null));
  if (!event.success || event.data.fields_filtered.length === 0) return null;
  return keepFirst([...new Set(event.data.fields_filtered)]);
}
