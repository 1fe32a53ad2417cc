import type { ConversationItem } from "@baton/server/conversation/item";
import { expect, it } from "vitest";
import { groupCalls } from "./group-calls";

const text = { text: "", hidden: 0, key: "k" };

/** Returns a call per word: `Read`, `Read:a1` of a subagent, `Read!` that failed, `Read?` without a result. */
const listCalls = (words: string): ConversationItem[] =>
  words.split(" ").map((word, index) => {
    const [tool = "", agentId = null] = word.replace(/[!?]$/, "").split(":");
    const placed = { key: String(index), at: index, agentId, agent: "main" };
    const result = word.endsWith("?") ? null : { output: text, isError: word.endsWith("!"), at: index };
    return { ...placed, kind: "call", callId: null, tool, title: "", input: text, result };
  });

const short = (items: ConversationItem[]) =>
  groupCalls(items).map((each) => ("calls" in each ? `${each.tool} ×${each.calls.length}` : each.key));

it.each([
  ["Read Read Read Read Bash", ["Read ×4", "4"]],
  ["Read Read Read", ["0", "1", "2"]],
  ["Read Read Read! Read Read", ["0", "1", "2", "3", "4"]],
  ["Read Read Read Read Read?", ["Read ×4", "4"]],
  ["Read Read Read:a1 Read:a1", ["0", "1", "2", "3"]],
  ["Bash Bash Bash Bash Read Read Read Read", ["Bash ×4", "Read ×4"]],
])("groupCalls groups four successful calls of a tool and an agent in a row: %s", (words, expected) =>
  expect(short(listCalls(words))).toEqual(expected),
);

it("groupCalls keeps items of other kinds apart", () => {
  const said: ConversationItem[] = ["a", "b", "c", "d"].map((key) => ({
    key,
    at: 0,
    agentId: null,
    agent: "main",
    kind: "context",
    text,
  }));
  expect(short(said)).toEqual(["a", "b", "c", "d"]);
});
