import type { Cause } from "../scoping/outcome";
import type { FieldMatch, FieldSource } from "./field-query";

/** By what a field is known to have come back to an agent for which it was blocked before. */
export const COMEBACKS = ["same_field", "same_text", "same_name"] as const;
export type Comeback = (typeof COMEBACKS)[number];

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
  /** It passed as rules were only observed: these would have taken it. */
  readonly isOnlyObserved: boolean;
  /**
   * It passed to an agent for which it was blocked, here or before; by
   * what that is known. Null where it did not.
   */
  readonly comeback: Comeback | null;
}
