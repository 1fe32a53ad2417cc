import { netOf } from "@baton/server/savings";
import type { RouterOutputs } from "@/server/root";

/** Filters of the handoff list from its URL, in addition to its view. */
interface Listed {
  /** A day or an hour. */
  at: string | null;
  cause: string | null;
  observed: boolean | null;
}

/**
 * Returns the total number of handoffs in a list and their net saved (or potential) tokens, since the list
 * itself shows only the first pages.
 *
 * @returns null if no total is stored: handoffs are not counted by cause.
 */
export function countListed(
  { sums, points }: Pick<RouterOutputs["overview"]["savings"], "sums" | "points">,
  { at, cause, observed }: Listed,
): { handoffCount: number; savedTokens: number } | null {
  const listed = at === null ? sums : points.find(({ day }) => day === at);
  if (!listed || cause !== null) return null;
  return observed
    ? { handoffCount: listed.observedCount, savedTokens: listed.observedSavedTokens }
    : { handoffCount: listed.handoffCount, savedTokens: netOf(listed) };
}
