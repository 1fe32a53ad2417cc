import type { Random } from "../../random";
import type { Claim, RiskLevel } from "../claim";
import { REPAIRERS } from "../people";
import { CHECK_RESULTS, FRAUD_CHECKS, INTERNAL_NOTES } from "../remarks";

/** What the fraud agent finds: a score with its reasons, and everything that it looked at on the way. */
export function fraudOutput(claim: Claim, random: Random) {
  return {
    fraud_score: claim.fraudScore,
    fraud_indicators: claim.doubts.map((description, index) => ({
      code: `FI-${String(random.integer(11, 78)).padStart(3, "0")}`,
      description,
      weight: random.integer(5, 24) / 100,
      source: FRAUD_CHECKS[index % FRAUD_CHECKS.length]?.[0],
    })),
    risk_level: claim.risk,
    fraud_explanation: `${CONCLUSIONS[claim.risk]} ${claim.doubts.length === 1 ? "One point" : `${claim.doubts.length} points`} stood out: ${claim.doubts.join("; ")}. The other checks fit the account.`,
    claim_history: Array.from({ length: random.integer(3, 5) }, () => ({
      year: random.integer(2017, 2025),
      kind: random.pick(["motor, own damage", "motor, third party", "home, water", "home, theft", "travel"]),
      relation: random.pick(["same person", "same address", "same object", "same telephone number"]),
      insurer: random.pick(["ourselves", "another, by register extract", "another, by telephone"]),
      paid: random.integer(180, 4_900),
      bears_on_this_claim: random.pick([
        "no, another cause and another object",
        "no, settled before the policy began",
        "perhaps: the same supplier was used",
        "perhaps: the same room or panel was repaired",
      ]),
      outcome: random.pick(["settled", "settled", "declined, no cover", "withdrawn by the customer"]),
    })),
    network_analysis: {
      looked_at: random.integer(14, 52),
      shared: random.sample(REPAIRERS, 4).map((party) => ({
        party,
        link: random.pick(["same account", "same address as the witness", "director in common", "no link"]),
        claims_in_common: random.integer(0, 4),
        since: random.integer(2018, 2025),
      })),
      conclusion: random.pick([
        "the parties are linked by nothing but this claim",
        "one link is old and explained by where both live",
        "a supplier appears in two other files that are still open",
      ]),
    },
    checks_performed: random.sample(FRAUD_CHECKS, 6).map(([check, purpose, source]) => ({
      check,
      purpose,
      source,
      result: random.pick(CHECK_RESULTS),
      took_ms: random.integer(140, 5_200),
    })),
    statement_analysis: {
      accounts_compared: 3,
      differences: random.integer(0, 4),
      remark: `Form, call and follow-up were compared. The order of events is ${random.pick(["the same in all three", "the same but for one detail of time"])}; the amounts differ by ${random.integer(0, 9)} %.`,
    },
    next_questions: claim.doubts.map((doubt) => `Ask how it came about that ${doubt}.`),
    internal_notes: random.pick(INTERNAL_NOTES),
  };
}

const CONCLUSIONS: Record<RiskLevel, string> = {
  low: "The claim looks genuine.",
  medium: "The claim is plausible, and some points should be cleared up before the full amount is paid.",
  high: "The claim should go to an investigator before anything but the undisputed part is paid.",
};
