import { describe, expect, it } from "vitest";
import { readAgentsSdkShape } from "./agents-sdk-shape";
import { readClaudeCodeShape } from "./claude-code-shape";
import { readCodexShape } from "./codex-shape";
import { readSessionShape } from "./session-shape";

describe("the shape of a transcript line", () => {
  const line = {
    type: "assistant",
    uuid: "u1",
    version: "2.1.39",
    message: { role: "assistant", content: [{ type: "text", text: "hi" }], usage: { input_tokens: 1 } },
  };

  it("reports nothing unknown for a known line, and the version", () => {
    expect(readClaudeCodeShape(line)).toEqual({ toolVersion: "2.1.39", unknown: [] });
  });

  it("names unknown types and keys with their path, each once", () => {
    const content = [
      { type: "hologram" },
      { type: "hologram" },
      { type: "tool_use", input: { anything: 1 } },
    ];
    const usage = { input_tokens: 1, thought_tokens: 2 };
    const changed = { ...line, mood: "good", message: { ...line.message, content, usage } };
    expect(readClaudeCodeShape(changed).unknown).toEqual([
      "key: assistant.mood",
      "key: message.usage.thought_tokens",
      "type: message.content[].hologram",
    ]);
    expect(readClaudeCodeShape({ type: "dream", depth: 3 }).unknown).toEqual(["type: dream"]);
    expect(readClaudeCodeShape({ type: "system", subtype: "moved" }).unknown).toEqual(["type: system.moved"]);
  });

  it("reveals no text that may be content, and is limited in size", () => {
    expect(readClaudeCodeShape({ ...line, "my secret is 42": 1, version: "a b" })).toEqual({
      toolVersion: null,
      unknown: ["key: assistant.…"],
    });
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`key${index}`, 1]));
    expect(readClaudeCodeShape({ ...line, ...many }).unknown).toHaveLength(16);
  });

  it("accepts any JSON", () => {
    for (const odd of [
      null,
      1,
      "x",
      [],
      [{}],
      { message: [] },
      { type: 3, message: { content: [null, 1] } },
    ]) {
      for (const read of [readClaudeCodeShape, readCodexShape, readAgentsSdkShape, readSessionShape]) {
        expect(read(odd).toolVersion).toBeNull();
      }
    }
  });
});

it("readCodexShape, readAgentsSdkShape and readSessionShape report unknown parts of their formats", () => {
  expect(readCodexShape({ type: "session_meta", payload: { cli_version: "0.104.0" } })).toEqual({
    toolVersion: "0.104.0",
    unknown: [],
  });
  const count = { type: "token_count", info: { last_token_usage: {}, guess: 1 } };
  expect(readCodexShape({ type: "event_msg", payload: count }).unknown).toEqual([
    "key: token_count.info.guess",
  ]);
  expect(readCodexShape({ type: "event_msg", payload: { type: "sang" } }).unknown).toEqual([
    "type: event_msg.sang",
  ]);
  const span = { object: "trace.span", id: "s", span_data: { type: "handoff", from_agent: "a", why: "b" } };
  expect(readAgentsSdkShape({ data: [span, { ...span, span_data: { type: "teleport" } }] }).unknown).toEqual([
    "key: span.handoff.why",
    "type: span.teleport",
  ]);
  expect(readSessionShape({ event_type: "compaction", squeezed: true }).unknown).toEqual([
    "key: compaction.squeezed",
  ]);
  expect(readSessionShape({ event_type: "of_our_own", squeezed: true }).unknown).toEqual([]);
});
