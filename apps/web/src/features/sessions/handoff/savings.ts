import { CAUSES, type Cause } from "@baton/core";
import { savedBy } from "@baton/server/savings";
import type { RouterOutputs } from "@/server/root";

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
