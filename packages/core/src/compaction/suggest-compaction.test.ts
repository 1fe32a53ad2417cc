import { describe, expect, it } from "vitest";
import { type ContextUse, suggestCompaction } from "./suggest-compaction";

const CALM: ContextUse = { usedTokens: 10_000, windowTokens: 200_000, toolCalls: 3, settled: new Set() };

function reasons(use: Partial<ContextUse>): string[] {
  return suggestCompaction({ ...CALM, ...use }).map(({ reason }) => reason);
}

describe("suggestCompaction", () => {
  it("REQ-5.1: suggests a compaction from 70 % of the window", () => {
    expect(reasons({ usedTokens: 139_999 })).toEqual([]);
    expect(reasons({ usedTokens: 140_000 })).toEqual(["capacity"]);
    expect(reasons({ usedTokens: null })).toEqual([]);
  });

  it("suggests a handover from 80 % of the window", () => {
    expect(reasons({ usedTokens: 159_999 })).toEqual(["capacity"]);
    expect(reasons({ usedTokens: 160_000 })).toEqual(["handover"]);
    expect(reasons({ usedTokens: 169_999 })).toEqual(["handover"]);
  });

  it("tells user and agent to hand off now from 85 % of the window", () => {
    const [first, ...others] = suggestCompaction({ ...CALM, usedTokens: 170_000 });
    expect(first).toMatchObject({ reason: "exhaustion", message: expect.stringContaining("/baton:handoff") });
    expect(first?.instruction).toContain("write a handoff document");
    expect(others).toEqual([]);
  });

  it("REQ-5.2: suggests a compaction from 50 tool calls", () => {
    expect(reasons({ toolCalls: 49 })).toEqual([]);
    expect(reasons({ toolCalls: 50 })).toEqual(["tool_calls"]);
  });

  it("suggests each reason once", () => {
    const full = { usedTokens: 150_000, toolCalls: 80 };
    expect(reasons(full)).toEqual(["capacity", "tool_calls"]);
    expect(reasons({ ...full, settled: new Set(["capacity"] as const) })).toEqual(["tool_calls"]);
    expect(reasons({ ...full, settled: new Set(["capacity", "tool_calls"] as const) })).toEqual([]);
  });

  it("rounds the used share down in its message", () => {
    const [first, second] = suggestCompaction({ ...CALM, usedTokens: 159_999, toolCalls: 51 });
    expect(first?.message).toMatch(/^79 % of the context window/);
    expect(second?.message).toMatch(/^51 tool calls/);
  });
});
