import type { OutlineEntry } from "../session/context-handoff";
import type { SavingsByCause } from "../session/session-record";
import { CAUSES, type Cause, mapCauses } from "./outcome";

/**
 * Divides the exact saving of a handoff among its causes. Token counts are not additive, so the outline only
 * gives the proportions. Shares are whole tokens by the largest remainder (Hamilton's method).
 *
 * @param outline sizes of the context's leaves in tokens, with the cause that removed each.
 * @param tokensSaved exact size before minus exact size after, in tokens; negative if a translation added
 * more.
 * @returns tokens by cause (≥ 0) and `added` (≤ 0); their sum is exactly `tokensSaved`.
 */
export function apportionSavings(input: {
  outline: readonly OutlineEntry[];
  tokensSaved: number;
}): SavingsByCause {
  const removed = new Map<Cause, number>();
  let grown = 0;
  for (const { tokens, after = tokens, cause } of input.outline) {
    if (after > tokens) grown += after - tokens;
    else if (cause && after < tokens) removed.set(cause, (removed.get(cause) ?? 0) + tokens - after);
  }
  const gross = input.tokensSaved + grown;
  const totalRemoved = sum(removed.values());
  if (gross <= 0) return { ...NOTHING, added: input.tokensSaved };
  // A truncated outline may not show what was removed: the first step is the most likely cause.
  if (totalRemoved === 0) return { ...NOTHING, mode: gross, added: 0 - grown };
  return { ...NOTHING, ...shareOut(gross, removed, totalRemoved), added: 0 - grown };
}

const NOTHING: SavingsByCause = { ...mapCauses(() => 0), added: 0 };

function shareOut(gross: number, weights: ReadonlyMap<Cause, number>, totalWeight: number) {
  const quotas = CAUSES.map((cause) => {
    const quota = (gross * (weights.get(cause) ?? 0)) / totalWeight;
    return { cause, tokens: Math.floor(quota), remainder: quota - Math.floor(quota) };
  });
  const left = gross - sum(quotas.map((quota) => quota.tokens));
  // The sort is stable, so the first cause gets the token among equal remainders.
  for (const quota of [...quotas].sort((a, b) => b.remainder - a.remainder).slice(0, left)) quota.tokens += 1;
  const shares: Partial<Record<Cause, number>> = {};
  for (const { cause, tokens } of quotas) shares[cause] = tokens;
  return shares;
}

function sum(numbers: Iterable<number>): number {
  let result = 0;
  for (const number of numbers) result += number;
  return result;
}
