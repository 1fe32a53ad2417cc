import { describe, expect, it } from "vitest";
import { handoffOf, policyOf, ruleOf } from "../../test/handoff";
import { loadDetectors } from "../content/load-detectors";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { MessageHandoff } from "./message-handoff";
import { scopeMessages, scopeMessagesWith } from "./scope-messages";

const { context: _, ...HANDOFF } = handoffOf({});

function scope(policy: CompiledPolicy, messages: readonly unknown[], fields: Partial<MessageHandoff> = {}) {
  return scopeMessages(policy, { ...HANDOFF, messages, ...fields });
}

const user = (content: string) => ({ role: "user", content });
const said = (name: string, content: string) => ({ role: "assistant", name, content });
const call = (name: string, id: string, args: object = {}) => ({
  ...{ role: "assistant", name, content: null },
  tool_calls: [{ id, type: "function", function: { name: "look_up", arguments: JSON.stringify(args) } }],
});
const answer = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });

const HISTORY = [
  { role: "system", content: "Be brief" },
  user('{"claim_id":"C-1","story":"Water"}'),
  said("b", "I take claims"),
  said("c", "The customer is angry"),
  call("a", "1", { claim: "C-1" }),
  answer("1", '{"status":"open","owner":"A. Holm"}'),
  said("a", '{"fraud_score":0.2,"reason":"late"}'),
  said("a", "I would pay"),
  user("Go on"),
];

describe("scopeMessages", () => {
  it("keeps system, user, sender and receiver in mode scoped", () => {
    const { messages, event } = scope(ruleOf({ handoff_mode: "scoped" }), HISTORY);
    expect(messages).toEqual(HISTORY.filter((message) => !("name" in message) || message.name !== "c"));
    expect(event).toMatchObject({
      fields_filtered: ["c"],
      message_counts: { before: 9, after: 8, removed: [{ kind: "text", cause: "mode", count: 1 }] },
    });
  });

  it("keeps the identifiers, the last user message and the receiver's own messages in mode minimal", () => {
    const { messages } = scope(ruleOf({ handoff_mode: "minimal" }), HISTORY);
    expect(messages).toEqual([user('{"claim_id":"C-1"}'), said("b", "I take claims"), user("Go on")]);
  });

  it("applies an allowed list to every message of the sender", () => {
    const rule = {
      handoff_mode: "scoped",
      allowed_context_fields: ["fraud_score", "tool_results.look_up.status"],
    };
    const { messages, event } = scope(ruleOf(rule), [...HISTORY, said("a", '{"fraud_score":0.9,"x":1}')]);
    expect(messages.slice(3)).toEqual([
      call("a", "1"),
      answer("1", '{"status":"open"}'),
      said("a", '{"fraud_score":0.2}'),
      user("Go on"),
      said("a", '{"fraud_score":0.9}'),
    ]);
    expect(event?.fields_filtered).toEqual([
      "a.reason",
      "a.text",
      "a.tool_calls",
      "a.tool_results.look_up.owner",
      "a.x",
      "c",
    ]);
  });

  it("passes prose if the list has text, and a tool's result as a whole", () => {
    const rule = { handoff_mode: "scoped", allowed_context_fields: ["text", "tool_results.look_up"] };
    const { messages } = scope(ruleOf(rule), HISTORY);
    expect(messages.slice(3)).toEqual([call("a", "1"), HISTORY[5], said("a", "I would pay"), user("Go on")]);
  });

  it("drops a call with its result if one of them is blocked", () => {
    for (const blocked of ["tool_calls", "tool_results.look_up"]) {
      const rule = { handoff_mode: "full", blocked_context_fields: [blocked] };
      expect(scope(ruleOf(rule), HISTORY).messages).toEqual([...HISTORY.slice(0, 4), ...HISTORY.slice(6)]);
    }
  });

  it("applies the blocks of a third agent to its messages, and to those that name no agent", () => {
    const policy = policyOf({
      default_handoff_mode: "full",
      agent_handoff_rules: [{ from_agent_id: "c", to_agent_id: "b", blocked_context_fields: ["phone"] }],
    });
    const text = '{"phone":"555","x":1}';
    const messages = [said("a", text), said("c", text), { role: "assistant", content: text }];
    expect(scope(policy, messages).messages).toEqual([
      said("a", text),
      said("c", '{"x":1}'),
      { role: "assistant", content: '{"x":1}' },
    ]);
  });

  it("drops a provider's copy of what it removed", () => {
    const source = {
      type: "ai",
      data: {
        content: "",
        tool_calls: [{ id: "1", name: "f", args: { claim: { notes: "x" } } }],
        additional_kwargs: { tool_calls: [{ id: "1", function: { arguments: '{"claim":{"notes":"x"}}' } }] },
      },
    };
    const rule = { handoff_mode: "full", blocked_context_fields: ["tool_calls.f.claim.notes"] };
    expect(scope(ruleOf(rule), [source]).messages).toEqual([
      { type: "ai", data: { content: "", tool_calls: [{ id: "1", name: "f", args: { claim: {} } }] } },
    ]);
  });

  it("withholds reasoning that is not allowed, and the ID by which its item refers to it", () => {
    const items = [
      { type: "reasoning", id: "rs_1", content: [{ type: "input_text", text: "Hm" }] },
      { type: "function_call", id: "fc_1", callId: "1", name: "f", arguments: "{}" },
      { type: "function_call_result", callId: "1", name: "f", status: "completed", output: "fine" },
    ];
    const allowing = (...fields: string[]) =>
      scope(ruleOf({ handoff_mode: "scoped", allowed_context_fields: fields }), items).messages;
    expect(allowing("tool_results", "reasoning")).toEqual(items);
    expect(allowing("reasoning")).toEqual([]);
    const { id, ...called } = { id: "", ...items[1] };
    expect(allowing("tool_results")).toEqual([called, items[2]]);
  });

  it("keeps kinds that it does not know in mode full only", () => {
    const messages = [user("Go"), { type: "compaction", encrypted_content: "…" }];
    const format = "openai-agents";
    expect(scope(ruleOf({ handoff_mode: "full" }), messages, { format }).messages).toEqual(messages);
    const { messages: left, event } = scope(ruleOf({ handoff_mode: "scoped" }), messages, { format });
    expect(left).toEqual([messages[0]]);
    expect(event).toMatchObject({
      fields_filtered: ["a.unknown.message"],
      message_counts: { removed: [{ kind: "unknown", cause: "dropped", count: 1 }] },
    });
  });

  it("keeps a picture of the user as it is, and removes what is not plain data", () => {
    const picture = { role: "user", content: [{ type: "image", image: new Uint8Array([1, 2]) }] };
    const hidden = { role: "user", content: "x", toJSON: () => "y" };
    const { messages, event } = scope(ruleOf({ handoff_mode: "full" }), [picture, hidden]);
    expect(messages).toEqual([picture]);
    expect(event?.fields_filtered).toEqual(["a.unknown.message"]);
  });

  it("treats JSON with a key twice as prose, because a reader may see the other value", () => {
    const twice = said("a", '{"details":{"x":"leak"},"details":{"region":"North"}}');
    const rule = { handoff_mode: "scoped", allowed_context_fields: ["details.region"] };
    expect(scope(ruleOf(rule), [twice]).messages).toEqual([]);
  });

  it("passes everything except blocked fields if a message is too deep", () => {
    let deep: unknown = { ssn: "1", ok: 1 };
    for (let level = 0; level < 3_000; level += 1) deep = [deep];
    const messages = [
      user("Go"),
      { type: "ai", content: "", tool_calls: [{ id: "1", name: "f", args: deep }] },
    ];
    const { messages: left, event } = scope(
      ruleOf({ handoff_mode: "scoped" }, { blocked_context_fields: ["ssn"] }),
      messages,
      { format: "langchain", authors: [null, "a"] },
    );
    expect(event?.scoping_state).toBe("fallback_minus_blocked");
    expect(left).toHaveLength(2);
    expect(JSON.stringify(left)).not.toContain("ssn");
  });

  it("passes everything if the switch observes, and records what enforcement would remove", () => {
    const section = { default_handoff_mode: "minimal" };
    const { messages, event } = scope(policyOf(section, { enabled: false, observe: true }), HISTORY);
    expect(messages).toBe(HISTORY);
    expect(event).toMatchObject({ scoping_state: "observed", message_counts: { before: 9, after: 3 } });
    const off = scope(policyOf(section, { enabled: false, observe: false }), HISTORY);
    expect(off).toMatchObject({ messages: HISTORY, event: null, content: null, refusal: null });
  });
});

const detectors = await loadDetectors();
const MAIL = "ann@example.com";
const GONE = "[redacted: mail]";

function mailPolicy(
  action: string,
  {
    section = {},
    isObserved = false,
    ...rule
  }: { section?: object; isObserved?: boolean; from_agent_id?: string; to_agent_id?: string } = {},
) {
  const content_rules = [{ rule_id: "mail", detector: "email", action, ...rule }];
  return policyOf(
    { default_handoff_mode: "full", content_rules, ...section },
    { enabled: !isObserved, observe: isObserved },
    detectors,
  );
}

describe("scopeMessages, with content rules", () => {
  /** Messages with the text `mail` in each place. */
  const withMail = (mail: string) => [
    { role: "system", content: `Write to ${mail}` },
    said("a", `Earlier turn of ${mail}`),
    user(`I am ${mail}`),
    call("a", "1", { to: mail }),
    answer("1", JSON.stringify({ status: "open", owner: { mail } })),
    { role: "assistant", content: `No name: ${mail}` },
    said("b", `My own: ${mail}`),
    said("c", `Third: ${mail}`),
  ];

  it("redacts prose, JSON, tool calls and results of every turn, and records where", () => {
    const { messages, event, content, refusal } = scope(mailPolicy("redact"), withMail(MAIL), {
      capturesContent: true,
    });
    expect(messages).toEqual(withMail(GONE));
    expect(refusal).toBeNull();
    expect(event?.scoping_state).toBe("scoped");
    expect(event?.content_findings?.map(({ path, count }) => `${path} ${count}`)).toEqual([
      "observations[] 1",
      "a.text 2",
      "last_user_message 1",
      "a.tool_calls.look_up.to 1",
      "a.tool_results.look_up.owner.mail 1",
      "receiver_messages[].text 1",
      "c.text 1",
    ]);
    expect(JSON.stringify({ event, content })).not.toContain(MAIL);
  });

  it.each([
    ["a", [0, 1, 2, 3, 4, 5, 7]],
    ["c", [5, 7]],
    ["b", [5, 6]],
    ["d", [5]],
  ])(
    "applies rules of %s to its own messages, what it passes on, and messages without a name",
    (from, places) => {
      const { messages } = scope(mailPolicy("redact", { from_agent_id: from }), withMail(MAIL));
      const redacted = withMail(GONE);
      expect(messages).toEqual(
        withMail(MAIL).map((message, index) => (places.includes(index) ? redacted[index] : message)),
      );
    },
  );

  it("refuses a handoff, with a reason for the sender", () => {
    const { messages, event, content, refusal } = scope(mailPolicy("block"), withMail(MAIL), {
      capturesContent: true,
    });
    expect(messages).toEqual([]);
    expect(refusal).toBe(
      "The content rule mail refuses this handoff: email in observations[]. Remove it and try again",
    );
    expect(event).toMatchObject({
      scoping_state: "denied_rule",
      fields_filtered: ["messages"],
      message_counts: { before: 8, after: 0 },
    });
    expect(event?.audit_note).toContain(refusal);
    expect(JSON.stringify({ event, content })).not.toContain(MAIL);
  });

  it("refuses nothing because of the receiver's own messages", () => {
    const messages = [user("Go"), said("b", MAIL), said("a", "Done")];
    const { messages: left, refusal } = scope(mailPolicy("block"), messages);
    expect({ left, refusal }).toEqual({ left: messages, refusal: null });
  });

  it("checks only what passes", () => {
    const section = { default_handoff_mode: "scoped" };
    const { messages, refusal } = scope(mailPolicy("block", { section }), [user("Go"), said("c", MAIL)]);
    expect({ messages, refusal }).toEqual({ messages: [user("Go")], refusal: null });
  });

  it("changes nothing that it flags or observes, or that goes to another agent", () => {
    const messages = withMail(MAIL);
    const flagged = scope(mailPolicy("flag"), messages);
    expect(flagged.messages.every((message, index) => message === messages[index])).toBe(true);
    expect(flagged.messages).toHaveLength(messages.length);
    expect(flagged.event?.content_findings).toHaveLength(7);
    const observed = scope(mailPolicy("block", { isObserved: true }), messages);
    expect(observed.messages).toBe(messages);
    expect(observed).toMatchObject({ refusal: null, event: { scoping_state: "observed" } });
    expect(scope(mailPolicy("block", { to_agent_id: "c" }), messages).messages).toEqual(messages);
  });

  it("withholds every text without detectors, unless rules only flag", () => {
    const without = (action: string) =>
      policyOf({
        default_handoff_mode: "full",
        content_rules: [{ rule_id: "x", detector: "email", action }],
      });
    const messages = [user("Hello"), said("a", '{"score":1,"note":"late"}')];
    const withheld = "[withheld: content rules failed]";
    const { messages: left, event } = scope(without("redact"), messages);
    expect(left).toEqual([user(withheld), said("a", `{"score":1,"note":"${withheld}"}`)]);
    expect(event?.audit_note).toContain("no detectors are loaded");
    expect(scope(without("flag"), messages).messages).toEqual(messages);
  });

  it("holds when scoping fails", () => {
    let deep: unknown = MAIL;
    for (let level = 0; level < 3_000; level += 1) deep = [deep];
    const messages = [
      user(MAIL),
      { type: "ai", content: "", tool_calls: [{ id: "1", name: "f", args: deep }] },
    ];
    const fields = { format: "langchain", authors: [null, "a"] } as const;
    const redacted = scope(mailPolicy("redact"), messages, fields);
    expect(redacted.event?.scoping_state).toBe("fallback_minus_blocked");
    expect(redacted.messages).toHaveLength(2);
    expect(JSON.stringify(redacted.messages)).not.toContain(MAIL);
    const refused = scope(mailPolicy("block"), messages, fields);
    expect(refused.messages).toEqual([]);
    expect(refused.refusal).toContain("mail");
    const signed = {
      type: "ai",
      content: [{ type: "thinking", thinking: `Ask ${MAIL}`, signature: "s" }],
    };
    const { event } = scope(mailPolicy("redact"), [...messages, signed], { format: "langchain" });
    expect(event?.message_counts?.removed).toEqual([{ kind: "reasoning", cause: "redacted", count: 1 }]);
  });

  it("removes a signed part with a match, also next to the bytes of a picture", () => {
    const reasoning = { type: "reasoning", text: `Ask ${MAIL}`, providerOptions: { x: { signature: "s" } } };
    const picture = { type: "file", mediaType: "image/png", data: new Uint8Array([1]) };
    const text = { type: "text", text: "Done" };
    const { messages } = scope(
      mailPolicy("redact"),
      [{ role: "assistant", content: [reasoning, picture, text] }],
      { format: "ai-sdk" },
    );
    expect(messages).toEqual([{ role: "assistant", content: [picture, text] }]);
  });
});

describe("scopeMessagesWith", () => {
  const translation = { enabled: true, summarize: true, max_summary_tokens: 12 };
  const policy = (rule: Parameters<typeof ruleOf>[0] = {}) =>
    ruleOf({ handoff_mode: "full", conversation_translation: translation, ...rule });
  const long = "A long story about the claim and the water. ".repeat(5);

  it("asks the model only for long texts of agents that pass, and records what it used", async () => {
    const asked: string[] = [];
    const summarizer = {
      summarize: async ({ text }: { text: string }) => {
        asked.push(text);
        return { text: "Water claim.", tokensUsed: 90, outputTokens: 4, model: "small" };
      },
    };
    const messages = [user(long), said("a", long), said("a", "Short"), said("b", long)];
    const scoped = await scopeMessagesWith(summarizer, policy(), { ...HANDOFF, messages });
    expect(asked).toEqual([long]);
    expect(scoped.messages).toEqual([
      user(long),
      said("a", "Water claim."),
      said("a", "Short"),
      said("b", long),
    ]);
    expect(scoped.event).toMatchObject({
      translation_strategies: ["summarize"],
      summarizer_tokens: 90,
      summarizer_output_tokens: 4,
      summarizer_model: "small",
    });
    expect(scoped.event?.tokens_saved).toBeGreaterThan(20);
  });

  it("uses the extractive summary if the model fails, and notes it", async () => {
    const failing = { summarize: async () => Promise.reject(new Error("down")) };
    const { messages, event } = await scopeMessagesWith(failing, policy(), {
      ...HANDOFF,
      messages: [said("a", long)],
    });
    expect(messages).toEqual([said("a", expect.stringContaining("A long story"))]);
    expect(JSON.stringify(messages).length).toBeLessThan(long.length);
    expect(event?.audit_note).toContain("The summarizer failed");
    expect(event).not.toHaveProperty("summarizer_model");
  });

  it("asks nothing of a model for a rule that does not summarize", async () => {
    const never = { summarize: async () => Promise.reject(new Error("asked")) };
    const messages = [said("a", long)];
    const rule = policy({ conversation_translation: { ...translation, summarize: false } });
    const scoped = await scopeMessagesWith(never, rule, { ...HANDOFF, messages });
    expect(scoped.messages).toEqual(messages);
    expect(scoped.event).not.toHaveProperty("summarizer_tokens");
  });
});
