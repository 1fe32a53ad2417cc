import { describe, expect, it } from "vitest";
import { findTransfers, type TransferSpan } from "./find-transfers";

const NOTHING = { agent: null, callerId: null, missingId: null, workflowId: null, handoff: null };

const agent = (name: string, from: number, to: number, rest: Partial<TransferSpan> = {}): TransferSpan => ({
  ...NOTHING,
  spanId: `${name}@${from}`,
  startedAt: from,
  endedAt: to,
  agent: name,
  ...rest,
});

const handoff = (
  at: number,
  callerId: string | null,
  from: string | null,
  to: string | null,
): TransferSpan => ({
  ...NOTHING,
  spanId: `handoff@${at}`,
  startedAt: at,
  endedAt: at,
  callerId,
  handoff: { from, to },
});

const pairs = (...spans: TransferSpan[]) =>
  findTransfers(spans).map(({ spanId, fromAgent, toAgent }) => `${spanId}: ${fromAgent} → ${toAgent}`);

const inWorkflow = { workflowId: "w" };

describe("findTransfers", () => {
  it("finds one transfer if a span reports it and the receiver follows in the same workflow", () => {
    const spans = [
      agent("triage", 1, 2, inWorkflow),
      handoff(2, "triage@1", "triage", "billing"),
      agent("billing", 3, 8, inWorkflow),
    ];
    expect(pairs(...spans)).toEqual(["handoff@2: triage → billing"]);
    expect(pairs(...spans.reverse())).toEqual(["handoff@2: triage → billing"]);
  });

  it("uses the receiver's own name once it has started", () => {
    const transfer = handoff(2, "triage@1", null, "recipe_editor_agent");
    const triage = agent("triage", 1, 2);
    expect(pairs(triage, transfer)).toEqual(["handoff@2: triage → recipe_editor_agent"]);
    expect(pairs(triage, transfer, agent("Other", 2, 3), agent("Recipe Editor Agent", 3, 4))).toEqual([
      "handoff@2: triage → Recipe Editor Agent",
    ]);
  });

  it("finds an unnamed receiver: the agent that starts next on the sender's level", () => {
    const spans = [agent("triage", 1, 9), handoff(2, "triage@1", "triage", null)];
    expect(pairs(...spans)).toEqual(["handoff@2: triage → unknown"]);
    const tool = agent("tool", 3, 4, { callerId: "other@0" });
    expect(pairs(...spans, tool, agent("billing", 5, 9), agent("later", 7, 9))).toEqual([
      "handoff@2: triage → billing",
    ]);
  });

  it("counts a handoff once if two spans report it", () => {
    const reported = [handoff(2, "triage@1", null, "billing"), handoff(3, "triage@1", "triage", "billing")];
    expect(pairs(agent("triage", 1, 4), ...reported)).toEqual(["handoff@2: triage → billing"]);
    expect(pairs(agent("triage", 1, 4), ...reported, agent("billing", 5, 6))).toEqual([
      "handoff@2: triage → billing",
    ]);
  });

  it("finds none if the receiver runs within the sender, which is a call", () => {
    const billing = agent("billing", 3, 4, { callerId: "triage@1" });
    expect(pairs(agent("triage", 1, 9), handoff(2, "triage@1", null, "billing"), billing)).toEqual([]);
  });

  it("finds agents of a workflow that follow each other, each after the last one that ended", () => {
    const spans = [
      agent("plan", 1, 2, inWorkflow),
      agent("left", 2, 5, inWorkflow),
      agent("right", 2, 6, inWorkflow),
      agent("join", 6, 7, inWorkflow),
      agent("join", 8, 9, inWorkflow),
      agent("stranger", 8, 9),
      agent("of another", 8, 9, { workflowId: "x" }),
    ];
    expect(pairs(...spans)).toEqual(["left@2: plan → left", "right@2: plan → right", "join@6: right → join"]);
  });
});
