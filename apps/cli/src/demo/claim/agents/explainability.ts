import type { Random } from "../../random";
import type { Claim } from "../claim";
import { INTERNAL_NOTES, SEVERITY_REASONS } from "../remarks";

/**
 * What the explainability agent writes down: why the decision is what it is, once for the customer
 * and once for an auditor. It sees everything, and quotes the assessor's own notes: what was
 * blocked elsewhere can come back through it.
 */
export function explainabilityOutput(claim: Claim, random: Random) {
  return {
    explanation_for_customer: `Your policy covers ${claim.loss.peril}. We compared the estimate with similar claims and took off your excess of £${claim.excess}. ${claim.risk === "low" ? "Nothing further is needed from you." : "We would like to clear up one or two points with you first."}`,
    explanation_for_auditor: random.sample(SEVERITY_REASONS, 3).join(" "),
    factors: [
      { factor: "cover", weight: 0.4, agent: "coverage_agent" },
      { factor: "estimated cost", weight: 0.35, agent: "severity_agent" },
      { factor: "fraud score", weight: 0.25, agent: "fraud_agent" },
    ],
    evidence: [
      { agent: "severity_agent", quote: claim.findings[0], internal_notes: random.pick(INTERNAL_NOTES) },
      { agent: "coverage_agent", quote: claim.complications[0] },
    ],
    question_for_recommendation: `Does the amount still hold if ${claim.complications[0]}?`,
  };
}
