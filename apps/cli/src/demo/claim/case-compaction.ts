import { countTokens } from "@baton/core";
import type { CaseFile } from "./case-file";
import { type Claim, costOf } from "./claim";

/**
 * Makes the working conversation of the recommendation agent smaller, as its orchestrator would between two phases.
 *
 * @returns the fields of a `compaction` event; both sizes are counted on the texts themselves, in tokens.
 */
export function compactCase(
  claim: Claim,
  file: CaseFile,
  trigger: "phase" | "auto",
): Record<string, unknown> {
  const observations = file.observationsOf("severity_agent", "recommendation_agent");
  const conversation = {
    original_input: file.originalInput,
    prior_outputs: file.outputs,
    observations,
    working_notes: claim.findings.map((finding, index) => `Picture ${index + 1}: ${finding}.`),
  };
  const essentialState = {
    claim_id: claim.claimId,
    policy_id: claim.policyId,
    workflow_id: file.originalInput.workflow_id,
    task: "recommend a settlement",
  };
  const summary = [
    `- ${claim.title}, reported by ${claim.channel} for a ${claim.insured.what} of ${claim.insured.year}.`,
    `- Cover stands under ${claim.loss.peril}; excess £${claim.excess}, value £${claim.insured.value}.`,
    `- Likely cost £${costOf(claim, "likely")}, from £${costOf(claim, "low")} to £${costOf(claim, "high")}, ${claim.damages.length} items, complexity ${claim.complexity}.`,
    `- Fraud score ${claim.fraudScore} (${claim.risk}): ${claim.doubts.join("; ")}.`,
    `- Open: ${claim.complications.join("; ")}.`,
    `- Next: settle the range against comparable cases, then write the letter; ${claim.handler} approves.`,
  ].join("\n");
  const compacted = {
    context_summary: summary,
    essential_state: essentialState,
    // What the next step works on is kept as it is: the valuation and the comparable cases.
    observations: observations.slice(-2),
  };
  return {
    agent_id: "recommendation_agent",
    before_tokens: countTokens(JSON.stringify(conversation)),
    after_tokens: countTokens(JSON.stringify(compacted)),
    trigger,
    preserved: Object.keys(essentialState),
    summary,
  };
}
