import type { HandoffMode } from "../policy/handoff-mode";

/** What a scoped context says about itself: no further part of a context may be called so. */
export const RESERVED_PART_NAMES: readonly string[] = [
  "metadata",
  "handoff_mode",
  "fields_filtered",
  "translation_applied",
];

/** What one agent would hand to the next: plain JSON data, as `JSON.parse` gives it. */
export interface HandoffContext {
  /** Agent id → what that agent produced. */
  prior_outputs: Record<string, unknown>;
  observations: readonly unknown[];
  original_input: unknown;
  /** Further parts (`memories`, `artifacts` …) stand beside the others under their own names. */
  [part: string]: unknown;
}

/**
 * What the receiver gets, and how it came about. Parts that nothing
 * was taken from are those of the input, shared.
 */
export interface ScopedContext extends HandoffContext {
  /** Never carries context. */
  metadata: { from: string; to: string; policy_version: string | null };
  handoff_mode: HandoffMode;
  /** The path of each removed node, sorted by code point; what lies under a listed path is not listed. */
  fields_filtered: string[];
  translation_applied: boolean;
}
