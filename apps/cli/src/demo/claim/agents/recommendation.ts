import type { Random } from "../../random";
import { type Claim, costOf } from "../claim";
import { RECOMMENDATION_REASONS } from "../remarks";

/** What the recommendation agent proposes to the handler. */
export function recommendationOutput(claim: Claim, random: Random) {
  const amount = Math.max(0, Math.min(costOf(claim, "likely") - claim.excess, claim.insured.value));
  const action = ACTIONS[claim.risk];
  return {
    recommendation: {
      action,
      amount,
      currency: "GBP",
      rationale: `${action} on the likely cost of £${costOf(claim, "likely")} less the excess of £${claim.excess}.`,
    },
    reasons: random.sample(RECOMMENDATION_REASONS, 5),
    reserve: {
      before: costOf(claim, "high"),
      after: Math.round(amount * 1.1),
      reason: "range of the estimate",
    },
    alternatives: [
      {
        action: "cash settlement",
        amount: Math.round(amount * 0.91),
        against: "reinstatement was asked for",
      },
      { action: "wait for the outstanding document", amount: 0, against: "it would not change the decision" },
      { action: "inspection on site", amount, against: "costs more than the range of the estimate" },
    ],
    conditions: random.sample(claim.loss.documents, 1).map((document) => `${document} on file`),
    next_steps: [
      { what: "approve the repairer", who: claim.handler, due_in_days: 1 },
      { what: "write to the customer", who: claim.handler, due_in_days: 2 },
      { what: "open recovery where a third party is at fault", who: "recoveries", due_in_days: 10 },
    ],
    letter_draft: `Dear ${claim.customer.name}, thank you for the documents that you sent us. We have looked at your claim ${claim.claimId} and can tell you how we would like to proceed. The work will be done by a member of our network, who will call you to agree a day. The excess of £${claim.excess} shown in your schedule is paid to them directly.`,
  };
}

const ACTIONS: Record<Claim["risk"], string> = {
  low: "settle",
  medium: "settle the undisputed part",
  high: "refer to investigation",
};
