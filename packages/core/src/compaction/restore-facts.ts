import { checkSurvival, type SurvivalContract } from "./survival-contract";

/** A summary that has all required facts. */
export interface RestoredSummary {
  readonly summary: string;
  /** The facts that it lacked, in the contract's order. */
  readonly restored: readonly string[];
}

/** Adds the required facts that a summary lacks to its end, each as a bullet and word by word. */
export function restoreFacts(summary: string, contract: SurvivalContract): RestoredSummary {
  const { missing } = checkSurvival(contract, summary);
  if (missing.length === 0) return { summary, restored: [] };
  const bullets = missing.map((fact) => `- ${fact.replace(/\s+/g, " ").trim()}`);
  return { summary: `${summary.trimEnd()}\n\n## Restored\n\n${bullets.join("\n")}\n`, restored: missing };
}
