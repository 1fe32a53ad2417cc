import type { ConformanceCase } from "./conformance-case";
import { CONVERSATION_CASES } from "./conversation-cases";

const CLAIM = { claim_id: "CLM-1", description: "Water in the cellar" };
const REQUEST = { observations: [], original_input: CLAIM };
const FINDING = {
  fraud_score: 0.2,
  indicators: [{ name: "late report", source: "call 12" }],
  details: { region: "North", model: "v7" },
  internal_notes: "The adjuster knows the claimant",
};
const FINDING_LEFT = {
  fraud_score: 0.2,
  indicators: [{ name: "late report" }],
  details: { region: "North" },
};
const FINDING_FILTERED = [
  "fraud_agent.details.model",
  "fraud_agent.indicators[].source",
  "fraud_agent.internal_notes",
];
/** All cases use one policy, `governance_policies.json`. */
export const CASES: readonly ConformanceCase[] = [
  {
    name: "a rule for an exact pair passes allowed fields, in objects and in array elements",
    request: REQUEST,
    says: { fraud_agent: FINDING },
    to: "recommendation_agent",
    receives: { prior_outputs: { fraud_agent: FINDING_LEFT }, ...REQUEST },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "scoped",
      fields_filtered: FINDING_FILTERED,
    },
  },
  {
    name: "an allowed path to another type of value passes nothing",
    request: REQUEST,
    says: { fraud_agent: { fraud_score: 0.9, indicators: ["late report", { name: "cash" }], details: "North" } },
    to: "recommendation_agent",
    receives: {
      prior_outputs: { fraud_agent: { fraud_score: 0.9, indicators: [null, { name: "cash" }] } },
      ...REQUEST,
    },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "scoped",
      fields_filtered: ["fraud_agent.details", "fraud_agent.indicators[]"],
    },
  },
  {
    name: "blocked fields are removed inside allowed ones",
    request: REQUEST,
    says: { fraud_agent: { details: { region: { name: "North", internal_notes: "flooded before" } } } },
    to: "recommendation_agent",
    receives: { prior_outputs: { fraud_agent: { details: { region: { name: "North" } } } }, ...REQUEST },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "scoped",
      fields_filtered: ["fraud_agent.details.region.internal_notes"],
    },
  },
  {
    name: "the policy's blocked fields are removed from outputs, observations and input, at any depth",
    request: {
      observations: [{ source: "registry", people: [{ name: "A. Holm", ssn: "111" }] }, "The line was bad"],
      original_input: { claim_id: "CLM-1", claimant: { ssn: "111", age: 40 } },
    },
    says: { intake_agent: { summary: "Water", claimant: { ssn: "111" } } },
    to: "coverage_agent",
    receives: {
      prior_outputs: { intake_agent: { summary: "Water", claimant: {} } },
      observations: [{ source: "registry", people: [{ name: "A. Holm" }] }, "The line was bad"],
      original_input: { claim_id: "CLM-1", claimant: { age: 40 } },
    },
    event: {
      handoff_mode: "full",
      governance_rule_id: "intake_to_all",
      scoping_state: "scoped",
      fields_filtered: [
        "intake_agent.claimant.ssn",
        "observations[].people[].ssn",
        "original_input.claimant.ssn",
      ],
    },
  },
  {
    name: "a disguised spelling of a blocked name is blocked too",
    request: REQUEST,
    says: { intake_agent: { "S\u200bSN": "111", ssn_known: true } },
    to: "coverage_agent",
    receives: { prior_outputs: { intake_agent: { ssn_known: true } }, ...REQUEST },
    event: {
      handoff_mode: "full",
      governance_rule_id: "intake_to_all",
      scoping_state: "scoped",
      fields_filtered: ["intake_agent.S\u200bSN"],
    },
  },
  {
    name: "a rule for all receivers applies if no rule names the pair",
    request: REQUEST,
    says: { intake_agent: { summary: "Water", pages: [1, 2, 3] } },
    to: "severity_agent",
    receives: { prior_outputs: { intake_agent: { summary: "Water", pages: [1, 2, 3] } }, ...REQUEST },
    event: {
      handoff_mode: "full",
      governance_rule_id: "intake_to_all",
      scoping_state: "scoped",
      fields_filtered: [],
    },
  },
  {
    name: "a rule for all senders applies if no rule names the pair or the sender",
    request: REQUEST,
    says: { intake_agent: { summary: "Water" }, coverage_agent: { covered: true, lookup: { api_key: "k-1" } } },
    to: "audit_agent",
    receives: {
      prior_outputs: { intake_agent: { summary: "Water" }, coverage_agent: { covered: true, lookup: {} } },
      ...REQUEST,
    },
    event: {
      handoff_mode: "full",
      governance_rule_id: "all_to_audit",
      scoping_state: "scoped",
      fields_filtered: ["coverage_agent.lookup.api_key"],
    },
  },
  {
    name: "a block between two agents applies when a third agent hands off",
    request: REQUEST,
    says: {
      intake_agent: { summary: "Water", claimant: { name: "A. Holm", phone: "555-0100" } },
      severity_agent: { severity: "low", claimant: { phone: "of no concern here" } },
    },
    to: "recommendation_agent",
    receives: {
      prior_outputs: {
        intake_agent: { summary: "Water", claimant: { name: "A. Holm" } },
        severity_agent: { severity: "low", claimant: { phone: "of no concern here" } },
      },
      ...REQUEST,
    },
    event: {
      handoff_mode: "full",
      governance_rule_id: "severity_to_recommendation",
      scoping_state: "scoped",
      fields_filtered: ["intake_agent.claimant.phone"],
    },
  },
  {
    name: "the default mode without a rule passes only the sender's output",
    request: REQUEST,
    says: { intake_agent: { summary: "Water" }, coverage_agent: { covered: true, limit: 5_000 } },
    to: "severity_agent",
    receives: { prior_outputs: { coverage_agent: { covered: true, limit: 5_000 } }, ...REQUEST },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: null,
      scoping_state: "scoped",
      fields_filtered: ["intake_agent"],
    },
  },
  {
    name: "mode minimal passes only identifiers",
    request: { observations: ["The line was bad"], original_input: CLAIM },
    says: { fraud_agent: FINDING },
    to: "letter_agent",
    receives: { prior_outputs: {}, observations: [], original_input: { claim_id: "CLM-1" } },
    event: {
      handoff_mode: "minimal",
      governance_rule_id: "fraud_to_letter",
      scoping_state: "scoped",
      fields_filtered: ["fraud_agent", "observations", "original_input.description"],
    },
  },
  {
    name: "strict enforcement with an allowed list drops a text, which has no fields",
    request: REQUEST,
    says: { fraud_agent: "Nothing stands out" },
    to: "recommendation_agent",
    receives: { prior_outputs: {}, ...REQUEST },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "scoped",
      fields_filtered: ["fraud_agent"],
    },
  },
  {
    name: "blocked fields are removed from each record of a list",
    request: REQUEST,
    says: { coverage_agent: [{ peril: "water", ssn: "111" }, { peril: "hail" }] },
    to: "severity_agent",
    receives: { prior_outputs: { coverage_agent: [{ peril: "water" }, { peril: "hail" }] }, ...REQUEST },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: null,
      scoping_state: "scoped",
      fields_filtered: ["coverage_agent[].ssn"],
    },
  },
  ...CONVERSATION_CASES,
  {
    name: "observe mode passes everything, and the event lists what enforcement would remove",
    switch: { enabled: false, observe: true },
    request: REQUEST,
    says: { intake_agent: { summary: "Water" }, fraud_agent: FINDING },
    to: "recommendation_agent",
    receives: { prior_outputs: { intake_agent: { summary: "Water" }, fraud_agent: FINDING }, ...REQUEST },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "observed",
      fields_filtered: [...FINDING_FILTERED, "intake_agent"],
    },
  },
  {
    name: "a switch that is off passes everything and writes nothing",
    switch: { enabled: false, observe: false },
    request: REQUEST,
    says: { fraud_agent: FINDING },
    to: "recommendation_agent",
    receives: { prior_outputs: { fraud_agent: FINDING }, ...REQUEST },
    event: null,
  },
];
