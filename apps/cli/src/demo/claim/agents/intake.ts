import type { Random } from "../../random";
import { CALL_EXCHANGES } from "../call";
import { type Claim, costOf } from "../claim";
import { INTERNAL_NOTES } from "../remarks";

/** What the intake agent makes of a notification: the case in fields, on which every later step stands. */
export function intakeOutput(claim: Claim, random: Random) {
  const missing = random.sample(claim.loss.documents, random.integer(0, 2));
  return {
    claim_summary: `${claim.customer.name} reports ${claim.loss.phrase}, ${claim.place}. Insured is a ${claim.insured.what} of ${claim.insured.year}. First listing names ${claim.damages.length} damaged items; the customer's own figure is £${costOf(claim, "high")}.`,
    claimant: {
      name: claim.customer.name,
      email: claim.customer.email,
      phone: claim.customer.phone,
      occupation: claim.customer.occupation,
      customer_since: claim.customer.since,
      preferred_contact: random.pick(["email", "telephone", "post"]),
    },
    incident: {
      kind: claim.loss.phrase,
      peril_reported: claim.loss.peril,
      occurred_at: claim.occurredAt,
      reported_at: claim.reportedAt,
      place: claim.place,
      statement: claim.statement,
    },
    call_transcript: random.sample(CALL_EXCHANGES, random.integer(5, 7)).flatMap(([question, answers]) => [
      { speaker: claim.handler, said: question },
      { speaker: claim.customer.name, said: random.pick(answers) },
    ]),
    follow_up: claim.answers.map((answered, index) => ({
      question: `Question ${index + 1} of the ${claim.line} questionnaire`,
      answered,
    })),
    insured_object: claim.insured,
    documents: claim.loss.documents.map((kind) => ({
      kind,
      status: missing.includes(kind) ? "outstanding" : "received",
      pages: missing.includes(kind) ? 0 : random.integer(1, 6),
    })),
    damage_listed: claim.damages.map((damage) => damage.item),
    completeness: { score: (100 - missing.length * 14) / 100, missing },
    routing: {
      track: claim.severity === "minor" ? "fast" : "standard",
      reason: `${claim.damages.length} items, ${claim.complications.length} complications recognised in the text`,
    },
    internal_notes: random.pick(INTERNAL_NOTES),
  };
}
