import { compactPhase } from "@baton/core/context-compaction";
import type { CaseFile } from "./case-file";
import type { Claim } from "./claim";

/**
 * Makes the working conversation of the recommendation agent smaller,
 * as its orchestrator would between two phases.
 *
 * @returns the fields of a `compaction` event, as the core worked them out.
 */
export function compactCase(
  claim: Claim,
  file: CaseFile,
  trigger: "phase" | "auto",
): Record<string, unknown> {
  const { event } = compactPhase({
    output: {
      original_input: file.originalInput,
      prior_outputs: file.outputs,
      observations: file.observationsOf("severity_agent", "recommendation_agent"),
      working_notes: claim.findings.map((finding, index) => `Picture ${index + 1}: ${finding}.`),
    },
    essential: {
      task_id: claim.claimId,
      feature: "recommend a settlement",
      spec_path: `policies/${claim.policyId}`,
      workflow_id: String(file.originalInput.workflow_id),
    },
    nextPhase: "planning: the settlement, its likely cost and range, the excess, doubts about the claim",
    contract: { literal: [claim.claimId] },
  });
  return { ...event, agent_id: "recommendation_agent", trigger };
}
