import { type HandoffManifest, manifestTokens } from "../manifest/manifest";
import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./limits";

/**
 * A manifest with its `context_budget` worked out anew, in the place of whatever stood there.
 *
 * @param requiredReadingTokens the sizes of all files of its required reading, added up.
 * @returns a copy; its other keys and their order are as they were.
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
