import { describe, expect, it } from "vitest";
import { handoffOf, ruleOf } from "../../test/handoff";
import { apportionSavings } from "./ledger";
import { scopeContext } from "./scope-context";

const blocking = (...fields: string[]) =>
  ruleOf({ handoff_mode: "full", blocked_context_fields: fields, audit_enabled: true });

function scope(output: unknown, ...blocked: string[]) {
  const { scoped, event } = scopeContext(blocking(...blocked), handoffOf({ prior_outputs: { a: output } }));
  return { left: scoped.prior_outputs.a, filtered: Reflect.get(scoped, "fields_filtered"), event };
}

const asked = { role: "user", content: "Any earlier claims?" };
const reported = { role: "assistant", content: "Two of them" };

/**
 * Conversations with a call and its result in the formats of providers and frameworks, and the field of the
 * call.
 */
const SHAPES: [name: string, field: string, call: object, result: object][] = [
  [
    "OpenAI's chat",
    "tool_calls",
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "f" } }],
    },
    { role: "tool", tool_call_id: "1", content: "found" },
  ],
  [
    "OpenAI's responses",
    "call_id",
    { type: "function_call", call_id: "1", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "1", output: "found" },
  ],
  [
    "OpenAI's other tools",
    "call_id",
    { type: "computer_call", call_id: "1", action: { type: "click" } },
    { type: "computer_call_output", call_id: "1", output: "found" },
  ],
  [
    "OpenAI Agents",
    "callId",
    { type: "function_call", callId: "1", name: "f", arguments: "{}" },
    { type: "function_call_result", callId: "1", output: "found" },
  ],
  [
    "Anthropic",
    "tool_use_id",
    { role: "assistant", content: [{ type: "tool_use", id: "1", name: "f", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "found" }] },
  ],
  [
    "Anthropic's own tools",
    "tool_use_id",
    { role: "assistant", content: [{ type: "server_tool_use", id: "1", name: "web_search", input: {} }] },
    { role: "assistant", content: [{ type: "web_search_tool_result", tool_use_id: "1", content: [] }] },
  ],
  [
    "LangChain, as toDict gives it",
    "tool_call_id",
    { type: "ai", data: { content: "", tool_calls: [{ id: "1", name: "f", args: {} }] } },
    { type: "tool", data: { content: "found", tool_call_id: "1" } },
  ],
  [
    "LangChain, as JSON.stringify gives it",
    "tool_call_id",
    {
      lc: 1,
      type: "constructor",
      kwargs: {
        content: "",
        tool_calls: [{ id: "1", name: "f", args: {} }],
        additional_kwargs: { tool_calls: [{ id: "1" }] },
      },
    },
    { lc: 1, type: "constructor", kwargs: { content: "found", tool_call_id: "1" } },
  ],
];

describe.each(SHAPES)("a tool call and its result in the format of %s", (_, field, call, result) => {
  const conversation = [asked, call, result, reported];

  it("are kept together if nothing of them is removed", () => {
    const { left, filtered } = scope([...conversation, { ssn: 1 }], "ssn");
    expect(left).toEqual([...conversation, {}]);
    expect(filtered).toEqual(["a[].ssn"]);
  });

  it.each([
    ["the output is an array", (messages: unknown[]) => messages, "a[]"],
    ["the output contains an array", (messages: unknown[]) => ({ messages, ok: 1 }), "a.messages[]"],
    ["the output starts with the call", (messages: unknown[]) => messages.slice(1), "a[]"],
    ["the array has other elements", (messages: unknown[]) => [null, "text", ...messages, 1], "a[]"],
  ])("are dropped together, named and counted if %s", (_where, put, name) => {
    const { left, filtered, event } = scope(put(conversation), field);
    expect(left).toEqual(put([asked, reported]));
    expect(filtered).toEqual([name]);
    expect(event).toMatchObject({ scoping_state: "scoped", fields_filtered: [name] });
    expect(event?.audit_note).toContain(
      "Tool messages were dropped with their partners from the output of a",
    );
    const outline = event?.outline ?? [];
    const tokensSaved = event?.tokens_saved ?? 0;
    expect(outline.filter(({ path }) => path.startsWith(`${name}.`)).map(({ cause }) => cause)).toContain(
      "dropped",
    );
    const shares = apportionSavings({ outline, tokensSaved });
    expect(shares.dropped).toBeGreaterThan(0);
    expect(Object.values(shares).reduce((sum, share) => sum + share)).toBe(tokensSaved);
  });

  it("stay unchanged if one was missing before", () => {
    expect(scope([asked, result, { ssn: 1 }], "ssn").left).toEqual([asked, result, {}]);
    expect(scope([asked, call, { ssn: 1 }], "ssn").left).toEqual([asked, call, {}]);
  });
});

describe("dropping an unpaired tool message", () => {
  const call = (id: string) => ({ id, function: { name: "f" } });
  const result = (id: string, more = {}) => ({ role: "tool", tool_call_id: id, content: "found", ...more });

  it("keeps the message's other content and calls", () => {
    const output = [
      { role: "assistant", content: "Looking", tool_calls: [call("1"), call("2")] },
      result("1"),
      { role: "tool", hidden: { tool_call_id: "2" }, call_id: "2", type: "function_call_output" },
    ];
    const { left, filtered } = scope({ messages: output, x: 1 }, "call_id");
    expect(left).toEqual({
      messages: [{ role: "assistant", content: "Looking", tool_calls: [call("1")] }, result("1")],
      x: 1,
    });
    expect(filtered).toEqual(["a.messages[]"]);
  });

  it("names a call dropped alone if its result was in a message that stays", () => {
    const output = [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Look" },
          { type: "tool_use", id: "1" },
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: "So?" },
          { type: "tool_result", tool_use_id: "1" },
        ],
      },
    ];
    const { left, filtered } = scope(output, "tool_use_id");
    expect(left).toEqual([
      { role: "assistant", content: [{ type: "text", text: "Look" }] },
      { role: "user", content: [{ type: "text", text: "So?" }] },
    ]);
    expect(filtered).toEqual(["a[].content[]"]);
  });

  it("names the list of calls if all of them are dropped", () => {
    const output = [{ role: "assistant", content: "Looking", tool_calls: [call("1")] }, result("1")];
    const { left, filtered } = scope({ said: output.slice(0, 1), heard: output.slice(1) }, "tool_call_id");
    expect(left).toEqual({ said: [{ role: "assistant", content: "Looking" }], heard: [] });
    expect(filtered).toEqual(["a.heard[]", "a.said[].tool_calls"]);
  });

  it("names one of several calls as an element", () => {
    const output = {
      said: [{ role: "assistant", content: "Looking", tool_calls: [call("1"), call("2")] }],
      heard: [result("1")],
      lost: [{ role: "tool", type: "x_call_result", callId: "2" }],
    };
    const { left, filtered } = scope(output, "callId");
    expect(left).toEqual({
      said: [{ role: "assistant", content: "Looking", tool_calls: [call("1")] }],
      heard: [result("1")],
      lost: [],
    });
    expect(filtered).toEqual(["a.lost[]", "a.said[].tool_calls[]"]);
  });

  it("drops the result of a call that an allowed list removed, without any translation", () => {
    const policy = ruleOf({
      allowed_context_fields: ["messages[].role", "messages[].content", "messages[].tool_call_id"],
    });
    const messages = [
      asked,
      { role: "assistant", content: "", tool_calls: [call("1")] },
      result("1"),
      reported,
    ];
    const { scoped } = scopeContext(policy, handoffOf({ prior_outputs: { a: { messages } } }));
    expect(scoped).toMatchObject({
      prior_outputs: { a: { messages: [asked, reported] } },
      fields_filtered: ["a.messages[]"],
      translation_applied: false,
    });
  });

  it("also works in observations and further parts, and names their owner", () => {
    const said = [{ role: "assistant", content: null, tool_calls: [call("1")] }, result("1"), reported];
    const { scoped, event } = scopeContext(
      blocking("tool_call_id"),
      handoffOf({ observations: said, memories: said, plan: { said } }),
    );
    expect(scoped).toMatchObject({
      observations: [reported],
      memories: [reported],
      plan: { said: [reported] },
    });
    expect(scoped.fields_filtered).toEqual(["memories[]", "observations[]", "plan.said[]"]);
    expect(event?.audit_note).toContain("dropped with their partners from observations");
  });

  it("removes an output that was only this message", () => {
    const output = { role: "assistant", content: [{ type: "tool_use", id: "1" }], answers: [result("1")] };
    const { left, filtered } = scope(output, "tool_call_id");
    expect(left).toBeUndefined();
    expect(filtered).toEqual(["a"]);
  });

  it.each([{ summarize: true }, { recast_role: "user" }])("leaves nothing to translate by %j", (step) => {
    const policy = ruleOf(
      {
        handoff_mode: "full",
        blocked_context_fields: ["tool_call_id"],
        conversation_translation: { enabled: true, ...step },
      },
      { enforcement_level: "strict" },
    );
    const output = { role: "assistant", content: [{ type: "tool_use", id: "1" }], answers: [result("1")] };
    const { scoped, event } = scopeContext(policy, handoffOf({ prior_outputs: { a: output, b: reported } }));
    expect(event?.scoping_state).toBe("scoped");
    expect(Object.keys(scoped.prior_outputs)).toEqual(["b"]);
  });

  it("ignores records that are not messages: the first has neither a role nor a type", () => {
    const records = [{ tool_calls: [call("1")] }, { tool_call_id: "1", note: 1 }, { ssn: 1 }];
    expect(scope(records, "tool_calls").left).toEqual([{}, { tool_call_id: "1", note: 1 }, { ssn: 1 }]);
  });

  it("calls no accessor of the original", () => {
    const output = [result("1"), Object.defineProperty({}, "tool_calls", { get: () => expect.fail() })];
    expect(scope(output, "ssn").left).toEqual([result("1"), {}]);
  });

  it("does not happen in a fallback, which passes everything except blocked fields", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 1_200; level += 1) deep = [deep];
    const { event, left } = scope(
      { messages: [result("1"), { tool_calls: [call("1")] }], deep },
      "tool_calls",
    );
    expect(event?.scoping_state).toBe("fallback_minus_blocked");
    expect(left).toMatchObject({ messages: [result("1"), {}] });
  });
});
