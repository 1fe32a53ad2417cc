import { expect, it } from "vitest";
import { readClaudeCodeLine } from "./claude-code-transcript";

/** Reads lines in order, each with the memory of the lines before, and returns the files read again in each. */
function countAgain(lines: readonly object[]): number[] {
  let memory: unknown = null;
  return lines.map((line) => {
    const result = readClaudeCodeLine(line, null, structuredClone(memory));
    if (!result.ok) throw new Error(result.problem.message);
    memory = result.memory ?? memory;
    return result.records[0]?.rereadCount ?? 0;
  });
}

const uses = (name: string, input: object, more: object = {}) => ({
  type: "assistant",
  sessionId: "s",
  timestamp: "2026-02-11T20:36:45.618Z",
  message: { role: "assistant", content: [{ type: "tool_use", id: "t", name, input }] },
  ...more,
});
const reads = (path: string, more: object = {}) => uses("Read", { file_path: path, ...more });

it("a file counts as read again, unless a tool changed it since, or another part was read", () => {
  expect(countAgain([reads("/a"), reads("/b"), reads("/a"), reads("/a")])).toEqual([0, 0, 1, 1]);
  expect(countAgain([reads("/a"), uses("Edit", { file_path: "/a" }), reads("/a")])).toEqual([0, 0, 0]);
  expect(countAgain([reads("/a"), uses("Write", { file_path: "/b" }), reads("/a")])).toEqual([0, 0, 1]);
  expect(countAgain([reads("/a"), reads("/a", { offset: 100 }), reads("/a", { offset: 100 })])).toEqual([
    0, 0, 1,
  ]);
});

it("each agent reads for itself, and only the tool that reads files counts", () => {
  const ofAgent = { ...reads("/a"), agentId: "a1" };
  expect(countAgain([reads("/a"), ofAgent, ofAgent])).toEqual([0, 0, 1]);
  const grep = uses("Grep", { path: "/a", pattern: "x" });
  expect(countAgain([grep, grep, { type: "user", sessionId: "s" }])).toEqual([0, 0, 0]);
});

it("a file that 200 others followed counts as new", () => {
  const others = Array.from({ length: 200 }, (_, index) => reads(`/other/${index}`));
  expect(countAgain([reads("/a"), ...others, reads("/a")]).at(-1)).toBe(0);
  expect(countAgain([reads("/a"), ...others.slice(1), reads("/a")]).at(-1)).toBe(1);
});
