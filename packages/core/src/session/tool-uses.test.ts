import { describe, expect, it } from "vitest";
import { countToolUses } from "./tool-uses";

const use = (id: string, name: string) => ({ type: "tool_use", id, name, input: {} });
const result = (tool_use_id: string, is_error = false) => ({ type: "tool_result", tool_use_id, is_error });

describe("countToolUses", () => {
  it("counts the calls of one agent of a transcript, each once, and its failures", () => {
    const line = (agentId: string | undefined, ...content: object[]) => ({ agentId, message: { content } });
    const lines = [
      line("a1", use("1", "Read"), use("2", "Bash")),
      line("a1", use("2", "Bash")),
      line("a1", result("1"), result("2", true)),
      line("a1", use("3", "Read")),
      line("b2", use("4", "Read")),
      line(undefined, use("5", "Task")),
    ];
    expect(countToolUses(lines, "a1")).toEqual([
      { name: "Read", calls: 2, failures: 0 },
      { name: "Bash", calls: 1, failures: 1 },
    ]);
  });

  it("counts the calls of a rollout, but not those that a fork repeats", () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
    const item = (second: number, payload: object) => ({
      timestamp: at(second),
      type: "response_item",
      payload,
    });
    const call = (call_id: string, name: string) => ({
      type: "function_call",
      call_id,
      name,
      arguments: "{}",
    });
    const output = (call_id: string, written: unknown) => ({
      type: "function_call_output",
      call_id,
      output: written,
    });
    const meta = (id: string, more: object = {}) => ({
      timestamp: at(10),
      type: "session_meta",
      payload: { id, timestamp: at(10), ...more },
    });
    const lines = [
      meta("child", { forked_from_id: "parent" }),
      meta("parent"),
      item(10, call("0", "spawn_agent")),
      item(30, call("1", "shell")),
      item(31, output("1", JSON.stringify({ output: "", metadata: { exit_code: 1 } }))),
      item(32, call("2", "shell")),
      item(33, output("2", "Exit code: 0\nOutput:\nExit code: 1")),
      item(34, call("3", "exec")),
      item(35, output("3", "Exit code: 127\nOutput:")),
      item(36, { type: "web_search_call", id: "4" }),
    ];
    expect(countToolUses(lines, "child")).toEqual([
      { name: "shell", calls: 2, failures: 1 },
      { name: "exec", calls: 1, failures: 1 },
      { name: "web_search", calls: 1, failures: 0 },
    ]);
  });
});
