import type { RouterOutputs } from "@/server/root";
import type { NumberedHandoff } from "./select-handoffs";

export type SessionError = RouterOutputs["sessions"]["get"]["errors"][number];

/**
 * Places each error at the last handoff to its agent before it; an error without an agent, or of one that
 * nothing was handed to yet, at the last handoff of all.
 *
 * @param handoffs in the order of time.
 * @returns the errors by the event ID of the handoff. Errors before the first handoff are left out.
 */
export function placeErrors(
  handoffs: readonly Pick<NumberedHandoff, "eventId" | "toAgent" | "occurredAt">[],
  errors: readonly SessionError[],
): ReadonlyMap<string, readonly SessionError[]> {
  const placed = new Map<string, SessionError[]>();
  const lastOf = new Map<string, string>();
  let last: string | undefined;
  let next = 0;
  for (const error of errors.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())) {
    for (; next < handoffs.length; next += 1) {
      const handoff = handoffs[next];
      if (!handoff || handoff.occurredAt > error.occurredAt.getTime()) break;
      lastOf.set(handoff.toAgent, handoff.eventId);
      last = handoff.eventId;
    }
    const place = (error.agent === null ? undefined : lastOf.get(error.agent)) ?? last;
    if (place === undefined) continue;
    const known = placed.get(place);
    if (known) known.push(error);
    else placed.set(place, [error]);
  }
  return placed;
}
