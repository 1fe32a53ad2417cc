import type { Random } from "../../random";
import { type Claim, costOf, type Severity } from "../claim";
import {
  COMPLEXITY_EVIDENCE,
  COMPLEXITY_FACTORS,
  INTERNAL_NOTES,
  SEVERITY_OPENINGS,
  SEVERITY_REASONS,
} from "../remarks";

/**
 * How many sentences of reasons a case of each class is given; a
 * major one needs more than a summary may hold.
 */
const REASON_COUNTS: Record<Severity, number> = { minor: 1, moderate: 3, major: 15 };

/** What the severity agent finds: how bad it is, what it costs, how long it takes, and how sure that is. */
export function severityOutput(claim: Claim, random: Random) {
  const likely = costOf(claim, "likely");
  const reasons = random.sample(SEVERITY_REASONS, REASON_COUNTS[claim.severity]);
  return {
    severity_classification: [random.pick(SEVERITY_OPENINGS[claim.severity]), ...reasons].join(" "),
    complexity_score: claim.complexity,
    estimated_cost: {
      currency: "GBP",
      low: costOf(claim, "low"),
      likely,
      high: costOf(claim, "high"),
      lines: claim.damages.map(({ item, action, likely: amount }, index) => ({
        item,
        action,
        amount,
        ...(index === 0 && { internal_notes: random.pick(INTERNAL_NOTES) }),
      })),
    },
    damage_assessment: claim.damages.map(({ item, action }, index) => ({
      item,
      finding: claim.findings[index % claim.findings.length],
      action,
      photographs: [random.integer(1, 6), random.integer(7, 12)],
      confidence: random.integer(71, 98) / 100,
    })),
    repair_plan: claim.damages.map(({ item, action }, index) => ({
      step: index + 1,
      work: `${action} ${item}`,
      days: random.integer(1, 4),
      waits_for: index === 0 ? "approval" : `step ${index}`,
    })),
    repair_time_days: claim.damages.length * 2 + random.integer(1, 6),
    share_of_value: Math.round((likely / claim.insured.value) * 1_000) / 1_000,
    complexity_analysis_details: {
      model: "complexity 2.3",
      group: `${claim.line}, ${claim.loss.peril}, last 36 months`,
      factors: random.sample(COMPLEXITY_FACTORS, 4).map((factor) => ({
        factor,
        weight: random.integer(8, 34) / 100,
        evidence: random.pick(COMPLEXITY_EVIDENCE),
      })),
      complications: claim.complications,
      threshold_for_referral: 7.5,
      internal_notes: random.pick(INTERNAL_NOTES),
    },
    internal_notes: random.pick(INTERNAL_NOTES),
  };
}
