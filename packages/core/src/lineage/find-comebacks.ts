import { OutlinePaths } from "./outline-paths";
import type { OutlinedHandoff } from "./outlined-handoff";
import { type Comeback, traceField } from "./trace-field";

/** A field that came to an agent for which it was blocked. */
export interface FieldComeback {
  readonly eventId: string;
  readonly toAgent: string;
  /** The blocked field as it was asked for. */
  readonly field: string;
  readonly by: Comeback;
}

/**
 * Looks through a session for fields that came back by another way.
 *
 * @param handoffs in the order of the session.
 * @param blocked  the fields that the policies of the session block, as their patterns write them; one with `*` names no field, and is
 *   left out.
 */
export function findComebacks(
  handoffs: readonly OutlinedHandoff[],
  blocked: Iterable<string>,
): FieldComeback[] {
  const isAnyBlocked = handoffs.some(({ outline }) => outline?.some(({ cause }) => cause === "blocked"));
  if (!isAnyBlocked) return [];
  const paths = new OutlinePaths();
  return [...new Set(blocked)]
    .filter((field) => !field.includes("*"))
    .flatMap((field) => {
      const found = new Map<string, FieldComeback>();
      for (const { eventId, toAgent, comeback } of traceField(handoffs, field, paths).steps) {
        if (comeback !== null) found.set(eventId, { eventId, toAgent, field, by: comeback });
      }
      return [...found.values()];
    });
}
