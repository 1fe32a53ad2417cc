import type { Cause, OutlineEntry, ScopingState } from "@baton/core";
import type { LineageHandoff } from "./build-lineage";

/**
 * The data field lineage needs of a handoff: agents, time and
 * fields, without content.
 */
export interface OutlinedHandoff
  extends Pick<LineageHandoff, "eventId" | "kind" | "fromAgent" | "toAgent" | "ruleId" | "occurredAt"> {
  /** Null if the handoff names no version. */
  readonly policyVersion: string | null;
  readonly scopingState: ScopingState | null;
  /** Null if the fields were not recorded. */
  readonly outline: readonly OutlineEntry[] | null;
  readonly outlineTruncated: boolean;
  /** The agents whose outputs the context held; null if they were not recorded. */
  readonly agents: ReadonlySet<string> | null;
}

/** Outcome of a leaf at one handoff. Sizes are in tokens. */
interface LeafFate {
  /** The cause of removal; null if it passed, including in observe mode. */
  readonly cause: Cause | null;
  readonly after: number;
  /**
   * The receiver's possession afterwards: all or part of the leaf, or
   * possibly its content in a summary.
   */
  readonly has: "yes" | "in_summary" | "no";
}

/**
 * Returns the outcome of a leaf. In observe mode everything passes,
 * even if the outline names a cause.
 */
export function fateOf(entry: OutlineEntry, state: ScopingState | null): LeafFate {
  const { tokens, after = tokens, cause = null } = entry;
  if (state === "observed") return { cause: null, after: tokens, has: "yes" };
  if (after > 0) return { cause: after === tokens ? null : cause, after, has: "yes" };
  return { cause: tokens === 0 ? null : cause, after, has: cause === "summarized" ? "in_summary" : "no" };
}
