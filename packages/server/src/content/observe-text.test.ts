import { ENFORCED, parsePolicy } from "@baton/core";
import { describe, expect, it } from "vitest";
import { compileForStored, observeContext, observeDocument, observeLine } from "./index";

const RULES = [
  { rule_id: "mails", detector: "email", action: "redact" },
  {
    rule_id: "to_coder",
    to_agent_id: "coder",
    detector: "pattern",
    pattern: "CUST-[0-9]{6}",
    action: "block",
  },
  { rule_id: "secrets", detector: "secret", action: "flag" },
  { rule_id: "cards", detector: "payment_card", action: "flag" },
];

async function compile(content_rules: readonly object[] = RULES) {
  const parsed = parsePolicy({ multi_agent_handoffs: { content_rules } }, ENFORCED);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return compileForStored(parsed);
}

const CALL = { kind: "delegation", fromAgent: "main", toAgent: "coder", scopingState: null } as const;

function calling(prompts: Record<string, string>, said = ""): string {
  const uses = Object.entries(prompts).map(([id, prompt]) => ({
    type: "tool_use",
    id,
    name: "Task",
    input: { subagent_type: "coder", prompt },
  }));
  return JSON.stringify({
    type: "assistant",
    sessionId: "s",
    uuid: "u",
    timestamp: "2026-01-02T03:04:05Z",
    message: { role: "assistant", content: [{ type: "text", text: said }, ...uses] },
  });
}

describe("observeLine", () => {
  it("finds what each prompt of a line holds, under the rules of its pair", async () => {
    const text = calling(
      { a: "Check CUST-123456", b: "Ask ann@example.com" },
      "CUST-654321, ben@example.com",
    );
    const handoffs = ["a", "b"].map((eventId) => ({ ...CALL, eventId: `${eventId}:call` }));
    const found = observeLine(await compile(), { eventType: "claude_code.assistant", text, handoffs });
    expect(
      found.map(({ handoff, finding: { rule_id, count, path } }) => [handoff?.eventId, rule_id, count, path]),
    ).toEqual([
      [undefined, "mails", 1, "message.content[].text"],
      ["a:call", "to_coder", 1, "message.content[].input.prompt"],
      ["b:call", "mails", 1, "message.content[].input.prompt"],
    ]);
    expect(JSON.stringify(found)).not.toContain("example.com");
  });

  it("counts a text that a line repeats once, and masked secrets", async () => {
    const text = JSON.stringify({
      a: "key [masked:github] for ann@example.com",
      b: "key [masked:github] for ann@example.com",
    });
    const found = observeLine(await compile(), { eventType: "note", text, handoffs: [] });
    expect(found.map(({ finding: { rule_id, count } }) => [rule_id, count])).toEqual([
      ["mails", 1],
      ["secrets", 1],
    ]);
  });

  it("skips IDs, Baton's own events, and lines that are not JSON", async () => {
    const policy = await compile();
    const number = JSON.stringify({ spanId: "4111111111111111", startTimeUnixNano: "4111111111111111" });
    expect(observeLine(policy, { eventType: "span", text: number, handoffs: [] })).toEqual([]);
    const own = JSON.stringify({ note: "ann@example.com" });
    expect(observeLine(policy, { eventType: "policy_seen", text: own, handoffs: [] })).toEqual([]);
    expect(observeLine(policy, { eventType: "note", text: "{", handoffs: [] })).toEqual([]);
  });

  it("never throws, even if a pattern is invalid", async () => {
    const policy = await compile([
      { rule_id: "bad", detector: "pattern", pattern: "(?=a)", action: "block" },
    ]);
    expect(observeLine(policy, { eventType: "note", text: '{"a":"a"}', handoffs: [] })).toEqual([]);
  });
});

describe("observeDocument", () => {
  it("counts a match once for all receivers, under the rules of each", async () => {
    const document = JSON.stringify({ summary: "CUST-123456", items: ["ann@example.com"] });
    const policy = await compile();
    const find = (to: string[], text = document) =>
      observeDocument(policy, { text, from: "planner", to }).map(
        ({ rule_id, path, count }) => `${rule_id} ${path} ${count}`,
      );
    expect(find(["tester", "coder"])).toEqual(["to_coder summary 1", "mails items[] 1"]);
    expect(find([])).toEqual(["mails items[] 1"]);
    expect(find([], "# Mail ann@example.com")).toEqual(["mails  1"]);
  });
});

describe("observeContext", () => {
  it("searches what the receiver got", async () => {
    const content = JSON.stringify({
      before: { observations: [{ card: 4111111111111111, to: "ann@example.com" }] },
      after: { observations: [{ to: "[redacted: mails]" }] },
    });
    const context = { ...CALL, kind: "context", eventId: "e" };
    const policy = await compile();
    expect(observeContext(policy, content, { ...context, scopingState: "scoped" })).toEqual([]);
    const found = observeContext(policy, content, { ...context, scopingState: "observed" });
    expect(found.map(({ finding: { rule_id, path } }) => [rule_id, path])).toEqual([
      ["cards", "observations[].card"],
      ["mails", "observations[].to"],
    ]);
  });
});
