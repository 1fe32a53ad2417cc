import type { Cause, OutlineEntry, ScopingState } from "@baton/core";
import type { LineageHandoff } from "./build-lineage";

/**
 * What the lineage of fields needs of a handoff: who, when, and
 * which fields there were, without their content.
 */
export interface OutlinedHandoff
  extends Pick<LineageHandoff, "eventId" | "kind" | "fromAgent" | "toAgent" | "ruleId" | "occurredAt"> {
  /** Null where the handoff names none. */
  readonly policyVersion: string | null;
  readonly scopingState: ScopingState | null;
  /** Null where nobody wrote the fields down. */
  readonly outline: readonly OutlineEntry[] | null;
  readonly outlineTruncated: boolean;
  /** The agents whose outputs the context held; null where nobody wrote them down. */
  readonly agents: ReadonlySet<string> | null;
}

/** What became of a leaf at one handoff. Sizes are in tokens. */
export interface LeafFate {
  /** What took it; null where it passed, also where it was only observed that a rule would have taken it. */
  readonly cause: Cause | null;
  readonly after: number;
  /**
   * Whether the receiver has it now: whole or in part, or, as far as
   * anybody can tell, in the words of a summary.
   */
  readonly has: "yes" | "in_summary" | "no";
}

/**
 * What became of a leaf. While rules are only observed everything passes,
 * whatever the outline says that they would take.
 */
export function fateOf(entry: OutlineEntry, state: ScopingState | null): LeafFate {
  const { tokens, after = tokens, cause = null } = entry;
  if (state === "observed") return { cause: null, after: tokens, has: "yes" };
  if (after > 0) return { cause: after === tokens ? null : cause, after, has: "yes" };
  return { cause: tokens === 0 ? null : cause, after, has: cause === "summarized" ? "in_summary" : "no" };
}
