import { expect, it } from "vitest";
import { distinguishAgents } from "./distinguish-agents";

it("distinguishAgents numbers agents of one type, and keeps agents without an ID unchanged", () => {
  const handoff = (
    fromAgent: string,
    fromAgentId: string | null,
    toAgent: string,
    toAgentId: string | null,
  ) => ({
    fromAgent,
    fromAgentId,
    toAgent,
    toAgentId,
  });
  const reported = distinguishAgents([
    handoff("main", null, "reviewer", "a1"),
    handoff("reviewer", "a1", "reviewer", "a2"),
    handoff("reviewer", "a2", "reviewer", "a1"),
    handoff("reviewer", null, "main", null),
  ]);
  expect(reported.map(({ fromAgent, toAgent }) => `${fromAgent} → ${toAgent}`)).toEqual([
    "main → reviewer",
    "reviewer → reviewer #2",
    "reviewer #2 → reviewer",
    "reviewer → main",
  ]);
});
