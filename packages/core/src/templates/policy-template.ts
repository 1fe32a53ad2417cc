import { POLICY_SECTION } from "../policy/parse-policy";

/**
 * A policy to start with (`governance_policies.json`). JSON has no comments, so keys that start with "_" are
 * ignored, also in versions.
 */
export const POLICY_TEMPLATE = {
  [POLICY_SECTION]: {
    _: "Controls which fields agents pass to each other. Check it with: baton policy lint governance_policies.json",
    description: "Handoffs between the agents of this project",
    schema_version: 1,
    enforcement_level: "strict",
    _default_handoff_mode:
      "For pairs without a rule: full, scoped (without blocked fields) or minimal (ids only).",
    default_handoff_mode: "scoped",
    _blocked_context_fields: "Never passes, in any mode and with any rule.",
    blocked_context_fields: ["credentials", "api_key", "password"],
    _agent_handoff_rules: "Precedence: exact pair, sender with *, * with receiver, * with *.",
    agent_handoff_rules: [
      {
        _: "An example: replace it with your own agents and fields.",
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

/** Its switch (`system_config.json`), which starts in observe mode. */
export const SWITCH_TEMPLATE = {
  [POLICY_SECTION]: {
    _: "observe passes every context unchanged and records what the policy would have done. To enforce it: enabled true, observe false.",
    enabled: false,
    observe: true,
  },
};
