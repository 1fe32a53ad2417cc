import { type HandoffManifest, manifestTokens } from "../manifest/manifest";
import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";

/**
 * Returns a copy of a manifest with a recalculated `context_budget`.
 *
 * @param requiredReadingTokens total size of its required reading.
 * @returns a copy with the other keys in the same order.
 */
export function withContextBudget<Manifest extends HandoffManifest>(
  manifest: Manifest,
  requiredReadingTokens: number,
  limits: Pick<BudgetLimits, "totalAvailableTokens"> = DEFAULT_BUDGET_LIMITS,
): Manifest {
  return {
    ...manifest,
    context_budget: {
      ...manifest.context_budget,
      manifest_tokens: manifestTokens(manifest),
      required_reading_tokens: requiredReadingTokens,
      total_available_tokens: limits.totalAvailableTokens,
    },
  };
}
