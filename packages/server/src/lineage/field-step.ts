import type { Cause } from "@baton/core";
import type { FieldMatch, FieldSource } from "./field-query";
import type { LeakEvidence } from "./leak";

/**
 * Outcome of a field at one handoff, for one source and one
 * shared outcome. Sizes are in tokens.
 */
export interface FieldStep {
  /** The handoff's place in its session, from 1. */
  readonly number: number;
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly ruleId: string | null;
  readonly source: FieldSource;
  readonly match: FieldMatch;
  /** As in the outline. */
  readonly paths: readonly string[];
  readonly tokens: number;
  readonly after: number;
  /** The cause of removal; null if it passed. */
  readonly cause: Cause | null;
  readonly has: "yes" | "in_summary" | "no";
  /** True if the policy live at the handoff blocks it for the receiver, regardless of the first cause. */
  readonly isBlocked: boolean;
  /** True if it passed in observe mode; enforced rules would have removed it. */
  readonly isOnlyObserved: boolean;
  /** Evidence that it is a field blocked for the receiver; null if it is not a leak. */
  readonly leak: LeakEvidence | null;
}
