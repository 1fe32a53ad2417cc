import type { ConformanceCase } from "./conformance-case";

const REQUEST = {
  observations: [],
  original_input: { claim_id: "CLM-1", description: "Water in the cellar" },
};
const CONVERSATION = [
  {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "call_1", name: "look_up", args: { claim: "CLM-1" } }],
  },
  {
    role: "tool",
    tool_call_id: "call_1",
    content: { found: 2, raw_record: "1 | 2019 | water\n2 | 2021 | hail" },
  },
  { role: "assistant", content: "Two earlier claims, neither of them disputed" },
];

/** Cases in which an agent hands on the messages of a conversation. */
export const CONVERSATION_CASES: readonly ConformanceCase[] = [
  {
    name: "fields of a tool result are removed; call and result stay together",
    request: REQUEST,
    says: { clerk_agent: CONVERSATION },
    to: "severity_agent",
    receives: {
      prior_outputs: {
        clerk_agent: [
          CONVERSATION[0],
          { role: "tool", tool_call_id: "call_1", content: { found: 2 } },
          CONVERSATION[2],
        ],
      },
      ...REQUEST,
    },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "clerk_to_all",
      scoping_state: "scoped",
      fields_filtered: ["clerk_agent[].content.raw_record"],
    },
  },
  {
    name: "a blocked tool call is removed together with its result",
    request: REQUEST,
    says: { search_agent: CONVERSATION },
    to: "severity_agent",
    receives: {
      prior_outputs: { search_agent: [CONVERSATION[2]] },
      ...REQUEST,
    },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "search_to_all",
      scoping_state: "scoped",
      fields_filtered: ["search_agent[]"],
    },
  },
  {
    name: "another agent's messages become user messages with its name",
    request: REQUEST,
    says: { research_agent: CONVERSATION },
    to: "severity_agent",
    receives: {
      prior_outputs: {
        research_agent: [
          { ...CONVERSATION[0], role: "user", content: "[research_agent] " },
          { role: "user", tool_call_id: "call_1", content: { found: 2 } },
          { role: "user", content: "[research_agent] Two earlier claims, neither of them disputed" },
        ],
      },
      ...REQUEST,
    },
    event: {
      handoff_mode: "scoped",
      governance_rule_id: "research_to_all",
      scoping_state: "scoped",
      fields_filtered: ["research_agent[].content.raw_record"],
    },
  },
];
