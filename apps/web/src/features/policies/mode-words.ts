import type { HandoffMode } from "@baton/core";

/** Describes the effect of each mode in a sentence. */
export const MODE_WORDS: Record<HandoffMode, string> = {
  full: "All fields pass except blocked ones: prior outputs, observations and the original input.",
  scoped:
    "Only the allowed fields of the sender's output pass. Observations and the original input also pass. Blocked fields are removed everywhere.",
  minimal: "Only the IDs of the original input pass.",
};
