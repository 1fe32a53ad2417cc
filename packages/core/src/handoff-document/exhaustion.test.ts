import { describe, expect, it } from "vitest";
import { type AgentWork, adviseHandoff, continuation, PartialResult, partialResult } from "./exhaustion";

const WORK: AgentWork = {
  usedTokens: 0,
  windowTokens: 200_000,
  objectivesTouched: 1,
  toolCalls: 0,
  hasFinishedObjective: false,
  fileReads: new Map(),
};
const actionAt = (usedTokens: number, work: Partial<AgentWork> = {}) =>
  adviseHandoff({ ...WORK, usedTokens, ...work }).action;

describe("adviseHandoff", () => {
  it("advises from 80 % of the window, and requires from 85 %", () => {
    expect([159_999, 160_000, 169_999, 170_000].map((tokens) => actionAt(tokens))).toEqual([
      "go_on",
      "advise",
      "advise",
      "write",
    ]);
  });

  it("advises after a finished objective, and at the third read of a file", () => {
    expect(actionAt(0, { hasFinishedObjective: true })).toBe("advise");
    expect(actionAt(0, { fileReads: new Map([["a.ts", 2]]) })).toBe("go_on");
    expect(adviseHandoff({ ...WORK, fileReads: new Map([["a.ts", 3]]) })).toEqual({
      action: "advise",
      reasons: ["a.ts was read 3 times"],
      isHeldBack: false,
    });
  });

  it("waits for a minimum of work: one objective, or 10 tool calls", () => {
    const idle = { objectivesTouched: 0, toolCalls: 9 };
    expect(adviseHandoff({ ...WORK, ...idle, usedTokens: 190_000 })).toEqual({
      action: "go_on",
      reasons: ["95 % of the context window is used"],
      isHeldBack: true,
    });
    expect(actionAt(190_000, { ...idle, toolCalls: 10 })).toBe("write");
    expect(actionAt(190_000, { ...idle, objectivesTouched: 1 })).toBe("write");
  });

  it("uses other limits if they are given", () => {
    const limits = {
      advisedFrom: 0.5,
      writtenFrom: 0.6,
      objectivesTouched: 2,
      toolCalls: 3,
      readsOfOneFile: 9,
    };
    expect(adviseHandoff({ ...WORK, usedTokens: 130_000 }, limits).isHeldBack).toBe(true);
    expect(adviseHandoff({ ...WORK, usedTokens: 130_000, toolCalls: 3 }, limits).action).toBe("write");
  });
});

it("partialResult names the handoff document and requests a successor", () => {
  const result = partialResult("handoffs/phase-3-handoff.md", 0.857, { completed: 1, total: 4 });
  expect(PartialResult.parse(result)).toEqual(result);
  expect(result).toMatchObject({
    status: "partial",
    partial_progress: {
      stage: "context_exhaustion_handoff",
      details: "85 % of the context window is used; a successor continues the work.",
      phases_completed: 1,
      phases_total: 4,
      handoff_path: "handoffs/phase-3-handoff.md",
    },
    errors: [{ type: "context_exhaustion", recoverable: true }],
  });
  expect(partialResult("a.md", 0.85).partial_progress).not.toHaveProperty("phases_total");
});

it("continuation selects a successor for much remaining work, and the lead for little", () => {
  const objectives = (...done: boolean[]) =>
    done.map((isDone, index) => ({ id: `${index}`, description: "", status: "", note: null, isDone }));
  expect(continuation(objectives(true, false, false))).toEqual({ by: "successor", remaining: 2 });
  expect(continuation(objectives(true, false))).toEqual({ by: "lead", remaining: 1 });
  expect(continuation(objectives(true))).toEqual({ by: "lead", remaining: 0 });
  expect(continuation(objectives(false, false), 2).by).toBe("lead");
});
