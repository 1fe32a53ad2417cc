import type { Random } from "../random";
import { coverageOutput } from "./agents/coverage";
import { explainabilityOutput } from "./agents/explainability";
import { fraudOutput } from "./agents/fraud";
import { intakeOutput } from "./agents/intake";
import { recommendationOutput } from "./agents/recommendation";
import { severityOutput } from "./agents/severity";
import type { Claim } from "./claim";
import {
  comparableCases,
  contactLog,
  guideline,
  letterStyle,
  type Observation,
  photographReading,
  policyLookup,
  registerSearch,
  repairerQuotes,
  valuation,
  weatherRecord,
} from "./observations";
import { INTERNAL_NOTES } from "./remarks";
import type { ClaimAgent } from "./route";

/**
 * Everything that comes up in the handling of one claim: what came
 * in, what agents produced, what tools answered.
 */
export interface CaseFile {
  originalInput: Record<string, unknown>;
  outputs: Record<ClaimAgent, Record<string, unknown>>;
  /** What `to` has learnt from its own tools by the time at which `from` hands over to it. */
  observationsOf(from: ClaimAgent, to: ClaimAgent): Observation[];
}

/** Draws the case file of a claim. */
export function drawCaseFile(claim: Claim, workflowId: string, random: Random): CaseFile {
  const outputs = {
    intake_agent: intakeOutput(claim, random),
    coverage_agent: coverageOutput(claim, random),
    fraud_agent: fraudOutput(claim, random),
    severity_agent: severityOutput(claim, random),
    recommendation_agent: recommendationOutput(claim, random),
    explainability_agent: explainabilityOutput(claim, random),
  };
  const policy = policyLookup(claim, random);
  const register = registerSearch(claim, random);
  const assessment = [
    photographReading(claim, random),
    repairerQuotes(claim, random),
    valuation(claim, random),
    weatherRecord(claim, random),
  ];
  const contacts = [contactLog(claim, random), guideline(claim)];
  const comparables = comparableCases(claim, random, random.integer(17, 22));
  const observations: Record<ClaimAgent, (from: ClaimAgent) => Observation[]> = {
    intake_agent: () => [],
    coverage_agent: () => [policy],
    fraud_agent: () => [register],
    severity_agent: () => assessment,
    recommendation_agent: (from) =>
      from === "severity_agent"
        ? [...contacts, ...assessment.slice(1, 3), comparables]
        : [policy, register, ...contacts],
    explainability_agent: () => [letterStyle()],
  };
  return {
    originalInput: drawNotification(claim, workflowId, random),
    outputs,
    observationsOf: (from, to) => observations[to](from),
  };
}

function drawNotification(claim: Claim, workflowId: string, random: Random): Record<string, unknown> {
  return {
    claim_id: claim.claimId,
    policy_id: claim.policyId,
    workflow_id: workflowId,
    channel: claim.channel,
    received_at: claim.reportedAt,
    notification: {
      from: claim.customer.email,
      subject: `${claim.loss.phrase}, ${claim.place}`,
      text: claim.statement,
      wishes: claim.answers[0],
    },
    attachments: claim.loss.documents.map((document, index) => ({
      name: `${document.replaceAll(/\W+/g, "-")}-${index + 1}.pdf`,
      bytes: random.integer(40_000, 2_400_000),
    })),
    ...(claim.channel === "broker" && {
      broker: { office: "Harbour & Lane", reference: `HL/${random.integer(10_000, 99_999)}` },
      internal_notes: random.pick(INTERNAL_NOTES),
    }),
  };
}
