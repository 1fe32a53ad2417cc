import { netOf } from "@baton/core";
import type { RouterOutputs } from "@/server/root";

/** What the list of handoffs is narrowed to beyond its view, as its address has it. */
export interface Listed {
  /** A day or an hour. */
  at: string | null;
  cause: string | null;
  observed: boolean | null;
}

/**
 * How many handoffs a list has in all, and what they saved (net), or would have, in tokens: it shows the first
 * pages only, and what these come to is no figure of a rule.
 *
 * @returns null where no sum is kept: of one cause nobody counts the handoffs.
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
