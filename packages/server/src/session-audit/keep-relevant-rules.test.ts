import { expect, it } from "vitest";
import { keepRelevantRules } from "./keep-relevant-rules";

const between = (from: string, to: string) => ({
  rule_id: `${from}-${to}`,
  from_agent_id: from,
  to_agent_id: to,
});

it("keepRelevantRules keeps rules of agents of the session, of any agent, and what it cannot read", () => {
  const relevant = [between("a", "b"), between("*", "b"), between("a", "*"), { rule_id: "any" }, "damaged"];
  const section = {
    description: "d",
    agent_handoff_rules: [...relevant, between("a", "z"), between("y", "z")],
  };
  expect(keepRelevantRules(section, new Set(["a", "b"]))).toEqual({
    policy: { description: "d", agent_handoff_rules: relevant },
    omittedRules: 2,
  });
  expect(keepRelevantRules("no object", new Set())).toEqual({ policy: "no object", omittedRules: 0 });
});
