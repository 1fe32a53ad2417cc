import { CAUSES, type Cause } from "@baton/core";
import { savedBy, shareSaved } from "@baton/server/savings";
import { formatPercent } from "@baton/ui/format/number";
import type { RouterOutputs } from "@/server/root";
import type { SessionHandoff } from "../select-handoffs";
import { isObserved } from "./observed";

type Handoff = RouterOutputs["handoffs"]["get"]["handoff"];

/**
 * Lists the causes that saved tokens, largest first;
 * `added` (≤ 0) is last, if a translation added text.
 */
export function savingsOf(handoff: Handoff): { cause: Cause | "added"; tokens: number }[] {
  const savings: { cause: Cause | "added"; tokens: number }[] = CAUSES.map((cause) => ({
    cause,
    tokens: savedBy(handoff, cause),
  }))
    .filter(({ tokens }) => tokens !== 0)
    .sort((a, b) => b.tokens - a.tokens);
  return handoff.addedTokens ? [...savings, { cause: "added", tokens: handoff.addedTokens }] : savings;
}

/**
 * Returns the share removed, or, in observe mode, the potential one. Null for a delegation, which passes
 * other data than its caller's context.
 */
export function savedShare(
  handoff: Pick<SessionHandoff, "savedTokens" | "beforeTokens" | "scopingState">,
): string {
  const saved =
    handoff.savedTokens === null ? null : shareSaved(handoff.savedTokens, handoff.beforeTokens ?? 0);
  if (saved === null) return "";
  const share = formatPercent(saved);
  return isObserved(handoff) ? `would save ${share}` : share;
}
