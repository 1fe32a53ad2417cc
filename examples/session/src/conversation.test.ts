import { describe, expect, it } from "vitest";
import { readOutput, readRequest, writeConversation } from "./conversation";

const call = (id: string) => ({ id, name: "look_up", args: {} });
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "found" });

function conversationOf(output: unknown) {
  return writeConversation({ prior_outputs: { a: output }, observations: [], original_input: null });
}

describe("writeConversation", () => {
  it("puts what was observed first, then what was asked, then what agents said", () => {
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

  it("gives as words what a tool no longer says", () => {
    expect(conversationOf([{ role: "user", tool_call_id: "1", content: "found" }])).toEqual([
      { role: "user", content: { tool_call_id: "1", content: "found" } },
    ]);
  });
});

describe("readOutput", () => {
  it("is the content of a single answer", () => {
    expect(readOutput([{ role: "assistant", content: { n: 1 } }])).toEqual({ n: 1 });
  });

  it("is the list of messages where there are several", () => {
    const said = [
      { role: "assistant" as const, content: "a" },
      { role: "assistant" as const, content: "b" },
    ];
    expect(readOutput(said)).toEqual(said);
  });
});

describe("readRequest", () => {
  it("takes the last message of a user for what was asked", () => {
    const messages = [
      { role: "user" as const, content: "first" },
      { role: "assistant" as const, content: "answer" },
      { role: "user" as const, content: "second" },
    ];
    expect(readRequest(messages)).toEqual({ observations: ["first", messages[1]], original_input: "second" });
  });

  it("has nothing that was asked where no user spoke", () => {
    expect(readRequest([])).toEqual({ observations: [], original_input: null });
  });
});
