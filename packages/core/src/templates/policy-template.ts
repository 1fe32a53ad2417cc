import { POLICY_SECTION } from "../policy/parse-policy";

/**
 * A policy to begin with (`governance_policies.json`). JSON has no comments: keys that
 * begin with "_" are read past, also in versions.
 */
export const POLICY_TEMPLATE = {
  [POLICY_SECTION]: {
    _: "What may pass from one agent to the next. Check it with: baton policy lint governance_policies.json",
    description: "What agents of this project hand to one another",
    schema_version: 1,
    enforcement_level: "strict",
    _default_handoff_mode:
      "For pairs without a rule: full, scoped (without blocked fields) or minimal (ids only).",
    default_handoff_mode: "scoped",
    _blocked_context_fields: "Never passes, in no mode and with no rule.",
    blocked_context_fields: ["credentials", "api_key", "password"],
    _agent_handoff_rules:
      "The exact pair wins over the sender's rule, that over the receiver's, that over * to *.",
    agent_handoff_rules: [
      {
        _: "An example; put your own agents and fields in its place.",
        rule_id: "researcher_to_writer",
        description: "A writer needs the findings, not the search for them",
        from_agent_id: "researcher",
        to_agent_id: "writer",
        handoff_mode: "scoped",
        allowed_context_fields: ["findings", "sources", "open_questions"],
      },
    ],
  },
};

/** The switch that belongs to it (`system_config.json`): it begins by observing. */
export const SWITCH_TEMPLATE = {
  [POLICY_SECTION]: {
    _: "observe passes every context unchanged and records what the policy would have done. To enforce it: enabled true, observe false.",
    enabled: false,
    observe: true,
  },
};
