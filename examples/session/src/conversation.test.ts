import { describe, expect, it } from "vitest";
import { readOutput, readRequest, writeConversation } from "./conversation";

const call = (id: string) => ({ id, name: "look_up", args: {} });
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "found" });

function conversationOf(output: unknown) {
  return writeConversation({ prior_outputs: { a: output }, observations: [], original_input: null });
}

describe("writeConversation", () => {
  it("starts with observations, then the request, then outputs of agents", () => {
    const context = {
      prior_outputs: { a: { n: 1 }, b: "x" },
      observations: ["seen"],
      original_input: { q: 1 },
    };
    expect(writeConversation(context)).toEqual([
      { role: "user", content: "seen" },
      { role: "user", content: { q: 1 } },
      { role: "assistant", content: { n: 1 } },
      { role: "assistant", content: "x" },
    ]);
  });

  it("keeps a call and its result", () => {
    const said = [{ role: "assistant", content: "", tool_calls: [call("1")] }, result("1")];
    expect(conversationOf(said)).toEqual(said);
  });

  it("turns a recast tool result into a user message", () => {
    expect(conversationOf([{ role: "user", tool_call_id: "1", content: "found" }])).toEqual([
      { role: "user", content: { tool_call_id: "1", content: "found" } },
    ]);
  });
});

describe("readOutput", () => {
  it("returns the content of a single message", () => {
    expect(readOutput([{ role: "assistant", content: { n: 1 } }])).toEqual({ n: 1 });
  });

  it("returns the list of several messages", () => {
    const said = [
      { role: "assistant" as const, content: "a" },
      { role: "assistant" as const, content: "b" },
    ];
    expect(readOutput(said)).toEqual(said);
  });
});

describe("readRequest", () => {
  it("uses the last user message as request", () => {
    const messages = [
      { role: "user" as const, content: "first" },
      { role: "assistant" as const, content: "answer" },
      { role: "user" as const, content: "second" },
    ];
    expect(readRequest(messages)).toEqual({ observations: ["first", messages[1]], original_input: "second" });
  });

  it("returns no request without a user message", () => {
    expect(readRequest([])).toEqual({ observations: [], original_input: null });
  });
});
