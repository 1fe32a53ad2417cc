import { type Policy, parsePolicy } from "@baton/core";
import { type RecordedHandoff, replayPolicy } from "@baton/server/replay";
import { expect, it } from "vitest";
import { gatherFields, listSessions, sizesByPair, sizesByRule } from "./impact-rows";

function read(blocked: string[]): Policy {
  const parsed = parsePolicy({
    multi_agent_handoffs: {
      agent_handoff_rules: [
        { rule_id: "one", from_agent_id: "a", to_agent_id: "*", blocked_context_fields: blocked },
      ],
    },
  });
  if (!parsed.ok) throw new Error("the rule can be read");
  return parsed.policy;
}

const handoff = (to: string, sessionId: string): RecordedHandoff => ({
  fromAgent: "a",
  toAgent: to,
  sessionId,
  beforeTokens: 100,
  outlineTruncated: false,
  outline: [
    { path: "a.ssn", tokens: 40 },
    { path: "a.score", tokens: 60 },
  ],
});
const RESULT = replayPolicy(read(["ssn"]), [handoff("b", "s1"), handoff("b", "s2"), handoff("c", "s2")], {
  current: read(["score"]),
  now: 0,
});

it("gatherFields combines a field of several pairs, and names the pairs", () => {
  expect(gatherFields(RESULT.newlyBlocked)).toEqual([
    {
      path: "a.ssn",
      agents: 1,
      handoffs: 3,
      tokens: 120,
      pairs: [
        { from: "a", to: "b" },
        { from: "a", to: "c" },
      ],
    },
  ]);
  expect(gatherFields(RESULT.newlyLetThrough).map(({ path }) => path)).toEqual(["a.score"]);
});

it("gatherFields combines many fields over their agents, with a lower bound of the handoffs", () => {
  const fields = Array.from({ length: 60 }, (_, index) => ({
    path: `agent_${index}.ssn`,
    ...{ from: "a", to: index < 30 ? "b" : "c", handoffs: index < 30 ? 2 : 5, tokens: 10, sessions: [] },
  }));
  const observed = { path: "observations[].ssn", from: "a", to: "b", handoffs: 1, tokens: 1, sessions: [] };
  const gathered = gatherFields([...fields, observed]);
  expect(gathered.map(({ path, agents, handoffs, tokens }) => [path, agents, handoffs, tokens])).toEqual([
    ["ssn", 60, 7, 600],
    ["observations[].ssn", 1, 1, 1],
  ]);
});

it("sizesByRule and sizesByPair return the passed tokens, now and with the draft", () => {
  expect(sizesByRule(RESULT)).toEqual([{ key: "rule one", name: "one", now: 120, draft: 180 }]);
  expect(sizesByPair(RESULT).map(({ name, now, draft }) => [name, now, draft])).toEqual([
    ["a → b", 80, 120],
    ["a → c", 40, 60],
  ]);
});

it("listSessions names each affected session once", () => {
  expect(listSessions(RESULT)).toEqual(["s1", "s2"]);
});
