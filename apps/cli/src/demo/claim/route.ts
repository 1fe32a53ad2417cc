/** The agents of the claims workflow, with the model that each runs on and how long it works, in seconds. */
export const CLAIM_AGENTS = {
  intake_agent: { model: "gpt-4.1-mini", seconds: [8, 19] },
  coverage_agent: { model: "gpt-4.1-mini", seconds: [14, 27] },
  fraud_agent: { model: "gpt-4.1", seconds: [44, 78] },
  severity_agent: { model: "gpt-4.1", seconds: [21, 52] },
  recommendation_agent: { model: "claude-sonnet-4-5", seconds: [24, 61] },
  explainability_agent: { model: "claude-sonnet-4-5", seconds: [15, 33] },
} as const satisfies Record<string, { model: string; seconds: readonly [number, number] }>;

export type ClaimAgent = keyof typeof CLAIM_AGENTS;

/**
 * Who hands over to whom, in an order in which everything that reaches an agent stands before what leaves it.
 */
export type Route = readonly (readonly [from: ClaimAgent, to: ClaimAgent])[];

/** One agent after the other, without a fraud check. */
const PLAIN: Route = [
  ["intake_agent", "coverage_agent"],
  ["coverage_agent", "severity_agent"],
  ["severity_agent", "recommendation_agent"],
  ["recommendation_agent", "explainability_agent"],
];

/** Fraud is checked while cover and severity are judged. */
const CHECKED: Route = [
  ["intake_agent", "coverage_agent"],
  ["intake_agent", "fraud_agent"],
  ["coverage_agent", "severity_agent"],
  ["fraud_agent", "recommendation_agent"],
  ["severity_agent", "recommendation_agent"],
  ["recommendation_agent", "explainability_agent"],
];

/** Severity waits for the fraud check, and three pairs have no rule. */
const DOUBTFUL: Route = [
  ["intake_agent", "coverage_agent"],
  ["coverage_agent", "fraud_agent"],
  ["coverage_agent", "severity_agent"],
  ["fraud_agent", "severity_agent"],
  ["fraud_agent", "recommendation_agent"],
  ["severity_agent", "recommendation_agent"],
  ["severity_agent", "explainability_agent"],
  ["recommendation_agent", "explainability_agent"],
];

export const ROUTES = { plain: PLAIN, checked: CHECKED, doubtful: DOUBTFUL };
