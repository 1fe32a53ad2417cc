import type { HandoffMode } from "@baton/core";

/** What each mode does, as a sentence. */
export const MODE_WORDS: Record<HandoffMode, string> = {
  full: "Everything passes but blocked fields: all prior outputs, observations, the original input.",
  scoped:
    "Only the sender's own output passes, and of it the allowed fields. Observations and the original input stay. Blocked fields are removed everywhere.",
  minimal: "Only the identifiers of the original input pass.",
};
