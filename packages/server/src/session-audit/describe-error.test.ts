import { expect, it } from "vitest";
import { describeError } from "./describe-error";

const messageOf = (line: unknown) =>
  describeError({
    identity: null,
    sequence: 4,
    occurredAt: new Date(0),
    eventType: "e",
    text: JSON.stringify(line),
  }).message;

it("describeError returns the message of an orchestrator's event", () => {
  expect(messageOf({ error: "timeout", message: "later" })).toBe("timeout");
  expect(messageOf({ message: "later" })).toBe("later");
});

it("describeError returns what a tool or Claude Code said in a transcript", () => {
  const content = "<tool_use_error>Agent type 'x' not found</tool_use_error>";
  expect(messageOf({ message: { content: [{ type: "tool_result", content }] } })).toBe(
    "Agent type 'x' not found",
  );
  const text = "API Error: 529 Overloaded";
  expect(messageOf({ error: "unknown", message: { content: [{ type: "text", text }] } })).toBe(text);
  expect(messageOf({ message: { content: [{ content: [{ type: "text", text }] }] } })).toBe(text);
  const trailer = {
    type: "text",
    text: "agentId: a1 (use SendMessage to continue)\n<usage>tokens: 0</usage>",
  };
  expect(messageOf({ message: { content: [{ content: [{ type: "text", text }, trailer] }] } })).toBe(text);
  expect(messageOf({ message: { content: "x".repeat(900) } })).toHaveLength(500);
  expect(messageOf({ message: { content: [{ type: "image" }] } })).toBeNull();
  expect(messageOf({ message: 3 })).toBeNull();
});
