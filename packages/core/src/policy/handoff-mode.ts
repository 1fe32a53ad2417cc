/**
 * The part of a context that passes: all of it, selected fields of the sender's output, or only input IDs.
 */
export const HANDOFF_MODES = ["full", "scoped", "minimal"] as const;
export type HandoffMode = (typeof HANDOFF_MODES)[number];
