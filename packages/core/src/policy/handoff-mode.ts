/**
 * How much of a context a handoff passes: all of it, chosen fields
 * of the sender's output, or identifiers alone.
 */
export const HANDOFF_MODES = ["full", "scoped", "minimal"] as const;
export type HandoffMode = (typeof HANDOFF_MODES)[number];
