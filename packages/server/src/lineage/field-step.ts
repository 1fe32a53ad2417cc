import type { Cause } from "@baton/core";
import type { FieldMatch, FieldSource } from "./field-query";
import type { LeakEvidence } from "./find-leaks";

/**
 * What became of a field at one handoff, as far as it stood in one source
 * and shared one outcome. Sizes are in tokens.
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
  /** As the outline has them. */
  readonly paths: readonly string[];
  readonly tokens: number;
  readonly after: number;
  /** What took it; null where it passed. */
  readonly cause: Cause | null;
  readonly has: "yes" | "in_summary" | "no";
  /** The policy of the time blocks it for the receiver, whatever took it first. */
  readonly isBlocked: boolean;
  /** It passed as rules were only observed: these would have taken it. */
  readonly isOnlyObserved: boolean;
  /** How it is known to be a field that is blocked for the receiver; null if it is no leak. */
  readonly leak: LeakEvidence | null;
}
