import type { Random } from "../../random";
import { type Claim, costOf } from "../claim";
import { CLAUSES } from "../clauses";
import type { Line } from "../loss";
import { INTERNAL_NOTES } from "../remarks";

/**
 * What the coverage agent finds: whether the policy answers for the
 * loss, up to what, and how it came to think so.
 */
export function coverageOutput(claim: Claim, random: Random) {
  const clauses = claim.loss.clauses.flatMap((number) => {
    const clause = CLAUSES[number];
    return clause ? [{ number, ...clause }] : [];
  });
  const decisive = clauses[0];
  const amount = Math.max(0, Math.min(costOf(claim, "likely") - claim.excess, claim.insured.value));
  return {
    coverage_determination: {
      decision: claim.risk === "high" ? "covered, subject to investigation" : "covered",
      basis: `Clause ${decisive?.number}, ${decisive?.title}. ${decisive?.reasoning}`,
      conditions: random
        .sample(claim.loss.documents, 2)
        .map((document) => `${document} to be on file before payment`),
      open_points: claim.complications.slice(0, 2),
    },
    policy_limits: {
      currency: "GBP",
      sum_insured: claim.insured.value,
      excess: claim.excess,
      excess_kind: "compulsory and voluntary, together",
      sub_limits: SUB_LIMITS[claim.line].map(([what, limit]) => ({ what, limit })),
      used_this_year: random.pick([0, 0, 0, 420, 1_150]),
    },
    coverage_amount: amount,
    covered_perils: PERILS[claim.line],
    clause_analysis: clauses.map(({ number, title, wording, reasoning }) => ({
      clause: number,
      title,
      wording,
      applies: !title.startsWith("Exclusion"),
      reasoning,
    })),
    policy_record: {
      policy_id: claim.policyId,
      product: claim.line === "motor" ? "Comprehensive Plus" : "Home Complete",
      inception: `${claim.customer.since}-0${random.integer(1, 9)}-01`,
      renewals: Math.max(1, 2026 - claim.customer.since),
      premium_paid: true,
      endorsements: random.sample(ENDORSEMENTS, 2),
    },
    confidence: random.integer(82, 97) / 100,
    internal_notes: random.pick(INTERNAL_NOTES),
  };
}

const PERILS: Record<Line, readonly string[]> = {
  motor: [
    "accidental damage",
    "fire and explosion",
    "theft and attempted theft",
    "storm, hail and flood",
    "vandalism by persons unknown",
    "glass breakage",
  ],
  home: [
    "fire, explosion and smoke",
    "storm and flood",
    "escape of water from fixed installations",
    "theft and attempted theft",
    "impact by vehicles, trees or aerials",
    "accidental damage, extended",
  ],
};

const SUB_LIMITS: Record<Line, readonly (readonly [string, number])[]> = {
  motor: [
    ["hire vehicle, a day", 46],
    ["hire vehicle, days", 21],
    ["personal belongings", 500],
    ["recovery and storage", 400],
    ["child seats", 300],
  ],
  home: [
    ["trace and access", 5_000],
    ["alternative accommodation, share of the sum insured", 0.2],
    ["single item that is not named", 1_500],
    ["valuables, all together", 7_500],
    ["money in the home", 500],
  ],
};

const ENDORSEMENTS = [
  "protected no claims discount",
  "legal expenses",
  "voluntary excess of £100",
  "extended accidental damage",
  "key cover",
  "second named insured",
];
