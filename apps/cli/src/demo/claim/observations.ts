import type { Random } from "../random";
import { type Claim, costOf } from "./claim";
import { OCCUPATIONS, REPAIRERS } from "./people";
import { INTERNAL_NOTES, RECOMMENDATION_REASONS } from "./remarks";

/** What a tool gave to an agent, as it stands in that agent's context. */
export interface Observation {
  tool: string;
  query: Record<string, string | number>;
  result: unknown;
}

export function policyLookup(claim: Claim, random: Random): Observation {
  return {
    tool: "policy_admin.lookup",
    query: { policy_id: claim.policyId },
    result: {
      status: "in force",
      product: claim.line === "motor" ? "Comprehensive Plus" : "Home Complete",
      insured: claim.insured,
      named_persons: [claim.customer.name],
      payment: random.pick(["monthly, up to date", "yearly, paid"]),
      last_change: `${random.integer(31, 700)} days before the loss`,
    },
  };
}

export function repairerQuotes(claim: Claim, random: Random): Observation {
  return {
    tool: "repair_network.quote",
    query: { claim_id: claim.claimId, items: claim.damages.length },
    result: random.sample(REPAIRERS, 3).map((repairer, index) => ({
      repairer,
      total: Math.round(costOf(claim, "likely") * (0.94 + index * 0.06)),
      earliest: `in ${random.integer(2, 24)} working days`,
      lines: claim.damages.map(({ item, likely }) => ({ item, hours: random.integer(1, 9), parts: likely })),
      ...(index === 1 && { internal_notes: random.pick(INTERNAL_NOTES) }),
    })),
  };
}

export function photographReading(claim: Claim, random: Random): Observation {
  return {
    tool: "photographs.read",
    query: { claim_id: claim.claimId, pictures: 12 },
    result: claim.findings.map((finding) => ({
      picture: random.integer(1, 12),
      finding,
      confidence: random.integer(68, 99) / 100,
    })),
  };
}

/** What the object was worth, and whether what it needs can be had. */
export function valuation(claim: Claim, random: Random): Observation {
  return {
    tool: "valuation.read",
    query: { reference: claim.insured.reference, year: claim.insured.year },
    result: {
      guides: ["guide A", "guide B"].map((guide, index) => ({
        guide,
        value: Math.round(claim.insured.value * (0.98 + index * 0.03)),
        condition: "good for its age",
      })),
      supply: claim.damages.map(({ item }) => ({
        item,
        in_stock: random.isLucky(0.7),
        lead_time_days: random.integer(1, 28),
      })),
    },
  };
}

export function weatherRecord(claim: Claim, random: Random): Observation {
  return {
    tool: "weather.archive",
    query: { place: claim.place, at: claim.occurredAt },
    result: {
      station_distance_km: random.integer(2, 14),
      hours: Array.from({ length: 4 }, (_, index) => ({
        hour: index - 2,
        wind_mph: random.integer(6, 61),
        rain_mm: random.integer(0, 27),
        visibility: random.pick(["good", "moderate", "poor"]),
      })),
    },
  };
}

/** Settled cases that resemble this one: the longest thing that a recommendation is made from. */
export function comparableCases(claim: Claim, random: Random, count: number): Observation {
  return {
    tool: "settlements.search",
    query: { line: claim.line, peril: claim.loss.peril, limit: count },
    result: Array.from({ length: count }, () => ({
      claim_id: `CLM-${random.integer(23, 25)}-${random.integer(100_000, 199_999)}`,
      estimate: Math.round(costOf(claim, "likely") * (random.integer(70, 130) / 100)),
      settled_for: Math.round(costOf(claim, "likely") * (random.integer(66, 124) / 100)),
      days_to_settle: random.integer(6, 71),
      customer: random.pick(OCCUPATIONS),
      outcome: random.pick(["repaired by the network", "cash", "repaired by own workshop", "total loss"]),
      remark: random.pick(RECOMMENDATION_REASONS),
    })),
  };
}

export function guideline(claim: Claim): Observation {
  return {
    tool: "guidelines.fetch",
    query: { line: claim.line, peril: claim.loss.peril },
    result: {
      section: `${claim.line}/${claim.loss.peril}`,
      text: "Settle on the likely cost where the range is under a third of it. Above that, pay the undisputed part and keep the rest reserved. A second quotation is needed from £5,000, a visit from £12,000. Where a supplier of the network can start within ten working days, its price is the measure for a cash settlement too. Do not hold back payment for a document that cannot change the decision. Refer to a team lead where two specialists differ by more than a fifth, and to investigation where the score passes 0.65.",
      revised: "2026-03",
    },
  };
}

export function contactLog(claim: Claim, random: Random): Observation {
  return {
    tool: "contacts.read",
    query: { claim_id: claim.claimId },
    result: Array.from({ length: random.integer(3, 5) }, (_, index) => ({
      day: index + 1,
      by: random.pick([claim.handler, claim.customer.name, "repairer"]),
      channel: random.pick(["telephone", "email"]),
      said: random.pick([
        "asked when the assessor would come and was given a range of two days",
        "sent the missing document and asked for confirmation",
        "explained how the excess works and that it is taken once",
        "offered an earlier slot, which the customer took",
        "confirmed the bank details by the code that was sent to the telephone",
      ]),
      ...(index === 0 && { internal_notes: random.pick(INTERNAL_NOTES) }),
    })),
  };
}

export function registerSearch(claim: Claim, random: Random): Observation {
  return {
    tool: "claims_register.search",
    query: { name: claim.customer.name, policy_id: claim.policyId },
    result: {
      hits: random.integer(0, 3),
      newest: `${random.integer(3, 40)} months ago`,
      sanctions: "no match",
      remark: "names compared in both orders, dates of birth exactly",
    },
  };
}

export function letterStyle(): Observation {
  return {
    tool: "templates.fetch",
    query: { template: "decision, plain language" },
    result: {
      reading_age: 12,
      rules: [
        "one idea a sentence",
        "no clause numbers in the first paragraph",
        "say what happens next, and when",
      ],
    },
  };
}
