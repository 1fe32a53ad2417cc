import type { HandoffMode } from "../policy/handoff-mode";

/** Names of a scoped context's own keys, which further parts cannot have. */
export const RESERVED_PART_NAMES: readonly string[] = [
  "metadata",
  "handoff_mode",
  "fields_filtered",
  "translation_applied",
];

/** Context to pass to the next agent: plain JSON data, as from `JSON.parse`. */
export interface HandoffContext {
  /** Agent ID → output of that agent. */
  prior_outputs: Record<string, unknown>;
  observations: readonly unknown[];
  original_input: unknown;
  /** Further parts (`memories`, `artifacts` …) under their own names. */
  [part: string]: unknown;
}

/** The receiver's context, and how it was created. Shares unchanged parts with the input. */
export interface ScopedContext extends HandoffContext {
  /** Never contains context. */
  metadata: { from: string; to: string; policy_version: string | null };
  handoff_mode: HandoffMode;
  /** The path of each removed node, sorted by code point, without paths below another. */
  fields_filtered: string[];
  translation_applied: boolean;
}
