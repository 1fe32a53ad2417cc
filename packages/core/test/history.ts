import fc from "fast-check";
import type { MessageFormatName } from "../src/messages/message-handoff";

/** A tool call of an agent, with the text of its result. */
interface Exchange {
  readonly id: string;
  readonly tool: "look" | "search";
  readonly args: Record<string, unknown>;
  readonly result: string;
}

/** One author's contribution to a history; `a` hands off to `b`, `c` is a third agent. */
export interface Turn {
  readonly author: "system" | "user" | "a" | "b" | "c";
  readonly reasoning: string | null;
  readonly text: string;
  readonly exchanges: readonly Exchange[];
}

/** A history in one format, with the agent of each message. */
export interface RenderedHistory {
  readonly messages: readonly Record<string, unknown>[];
  readonly authors: readonly (string | null)[];
}

/** Names that the policy, the rule `a → b`, and the rule `c → b` block. */
const BLOCKED = { policy: "ssn", rule: "pin", inherited: "phone" } as const;

/** Ways to hide a blocked field in the words of an author. */
const HIDING: Readonly<Record<string, (name: string, mark: string) => string>> = {
  field: (name, mark) => JSON.stringify({ fraud_score: 1, [name]: mark }),
  deep_field: (name, mark) => JSON.stringify({ fraud_score: 1, list: [{ [name]: { x: [mark] } }] }),
  json_text: (name, mark) => JSON.stringify({ fraud_score: JSON.stringify({ [name]: mark }) }),
  fenced_json: (name, mark) =>
    `It is:\n\`\`\`json\n${JSON.stringify({ [name]: mark })}\n\`\`\`\nThat was it.`,
  labelled: (name, mark) => `Notes\n- ${name}: ${mark}\n- status: fine`,
};

/** Every mark that a history can have: texts that some policy must not let pass. */
export const MARKS: readonly string[] = [
  ...Object.values(BLOCKED).map((name) => `:${name}:`),
  ...Object.keys(HIDING).map((form) => `:${form}:`),
  ...["system", "user", "a", "c"].map((author) => `blocked:${author}:`),
  "private:a:",
  "private:c:",
];

const SCORE = '{"fraud_score":0.2}';

function wordsOf(author: Turn["author"]): fc.Arbitrary<string> {
  const names: string[] = [BLOCKED.policy, BLOCKED.rule];
  if (author === "c") names.push(BLOCKED.inherited);
  const hidden = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...Object.entries(HIDING)))
    .map(([name, [form, hide]]) => hide(name, `<blocked:${author}:${name}:${form}:>`));
  const harmless = fc.constantFrom("All is well.", SCORE, '{"claim_id":"C-1"}', '["x"]', "{broken");
  // Fields that no rule allows.
  const unlisted = fc.constant(`{"fraud_score":1,"note":"<private:${author}:>"}`);
  return fc.oneof({ weight: 3, arbitrary: hidden }, { weight: 2, arbitrary: harmless }, unlisted);
}

function turnOf(author: Turn["author"]): fc.Arbitrary<Turn> {
  const isAgent = author === "a" || author === "b" || author === "c";
  const exchange: fc.Arbitrary<Exchange> = fc.record({
    id: fc.constant(""),
    tool: fc.constantFrom("look" as const, "search" as const),
    args: wordsOf(author).map((query) => ({ query, status: "open" })),
    result: fc.oneof(
      wordsOf(author),
      wordsOf(author).map((inner) => JSON.stringify({ status: "open", inner, rows: [{ x: inner }] })),
    ),
  });
  return fc.record({
    author: fc.constant(author),
    reasoning: isAgent ? fc.option(wordsOf(author), { freq: 3 }) : fc.constant(null),
    text: wordsOf(author),
    exchanges: isAgent ? fc.array(exchange, { maxLength: 2 }) : fc.constant([]),
  });
}

/** Histories that a provider accepts: the user begins, and every call has its result. */
export const historyTurns: fc.Arbitrary<readonly Turn[]> = fc
  .tuple(
    fc.option(turnOf("system")),
    turnOf("user"),
    fc.array(fc.oneof(turnOf("user"), turnOf("a"), turnOf("b"), turnOf("c")), { maxLength: 6 }),
    turnOf("a"),
  )
  .map(([system, user, others, last]) => {
    let calls = 0;
    return [...(system ? [system] : []), user, ...others, last].map((turn) => ({
      ...turn,
      exchanges: turn.exchanges.map((exchange) => {
        calls += 1;
        return { ...exchange, id: `call_${calls}` };
      }),
    }));
  });

/** The section of a policy that blocks everything marked as blocked in {@link historyTurns}. */
export const historyPolicy = fc
  .record({
    handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
    allowed: fc.option(
      fc.subarray(["fraud_score", "list[].ok", "text", "tool_results.look.status", "tool_results.search"]),
    ),
  })
  .map(({ handoff_mode, allowed }) => ({
    blocked_context_fields: [BLOCKED.policy],
    agent_handoff_rules: [
      {
        from_agent_id: "a",
        to_agent_id: "b",
        handoff_mode,
        allowed_context_fields: allowed,
        blocked_context_fields: [BLOCKED.rule],
      },
      { from_agent_id: "c", to_agent_id: "b", blocked_context_fields: [BLOCKED.inherited] },
    ],
  }));
export type HistoryPolicy = typeof historyPolicy extends fc.Arbitrary<infer Section> ? Section : never;

/** Returns the marks in a value that a policy must not let pass; every agent is named. */
export function findLeaks(value: unknown, { agent_handoff_rules: [rule] }: HistoryPolicy): string[] {
  const { handoff_mode: mode, allowed_context_fields: allowed } = { ...NO_RULE, ...rule };
  const isForbidden = (mark: string) => {
    if (mark.startsWith("<blocked:")) return true;
    if (mark.startsWith("<private:c:")) return mode !== "full";
    if (!mark.startsWith("<private:a:") || mode === "full") return false;
    // Prose and the result of a tool as a whole are allowed by one name.
    const isWhole = ["text", "tool_results.search"].some((name) => allowed?.includes(name));
    return mode === "minimal" || (Array.isArray(allowed) && !isWhole);
  };
  return [...JSON.stringify(value).matchAll(/<(?:blocked|private):[^>]*>/g)]
    .map(([mark]) => mark)
    .filter(isForbidden);
}

const NO_RULE: { handoff_mode: string; allowed_context_fields?: readonly string[] | null } = {
  handoff_mode: "minimal",
};

type Renderer = (turn: Turn, at: number) => Record<string, unknown>[];

/** Writes turns as the messages of a format. */
export function renderHistory(format: MessageFormatName, turns: readonly Turn[]): RenderedHistory {
  const rendered = turns
    // Anthropic's messages have no system role, and this API no system part.
    .filter(({ author }) => format !== "anthropic" || author !== "system")
    .flatMap((turn, at) => RENDERERS[format](turn, at).map((message) => ({ message, author: turn.author })));
  return {
    messages: rendered.map(({ message }) => message),
    authors: rendered.map(({ author }) => (author === "system" || author === "user" ? null : author)),
  };
}

function roleOf({ author }: Turn): string {
  return author === "system" || author === "user" ? author : "assistant";
}

function callsOf<Call>({ exchanges }: Turn, write: (exchange: Exchange) => Call): Call[] {
  return exchanges.map(write);
}

const RENDERERS: Readonly<Record<MessageFormatName, Renderer>> = {
  "openai-agents": (turn, at) => {
    if (roleOf(turn) !== "assistant") return [{ type: "message", role: roleOf(turn), content: turn.text }];
    const content = [{ type: "output_text", text: turn.text, providerData: { annotations: [] } }];
    const reasoning = {
      type: "reasoning",
      id: `rs_${at}`,
      content: [{ type: "input_text", text: turn.reasoning ?? "" }],
    };
    return [
      ...(turn.reasoning === null ? [] : [reasoning]),
      { type: "message", id: `msg_${at}`, role: "assistant", status: "completed", content },
      ...callsOf(turn, ({ id: callId, tool: name, args }) => ({
        type: "function_call",
        id: `fc_${callId}`,
        callId,
        name,
        status: "completed",
        arguments: JSON.stringify(args),
      })),
      ...callsOf(turn, ({ id: callId, tool: name, result }) => ({
        type: "function_call_result",
        callId,
        name,
        status: "completed",
        output: { type: "text", text: result },
      })),
    ];
  },
  "openai-chat": (turn) => {
    if (roleOf(turn) !== "assistant") return [{ role: roleOf(turn), content: turn.text }];
    const calls = callsOf(turn, ({ id, tool: name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }));
    const reasoning = turn.reasoning === null ? {} : { reasoning_content: turn.reasoning };
    return [
      {
        role: "assistant",
        content: turn.text,
        ...reasoning,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      },
      ...callsOf(turn, ({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
    ];
  },
  langchain: (turn) => {
    const stored = (type: string, data: Record<string, unknown>) => ({ type, data });
    if (roleOf(turn) !== "assistant")
      return [stored(turn.author === "user" ? "human" : "system", { content: turn.text })];
    const text = { type: "text", text: turn.text };
    const content =
      turn.reasoning === null
        ? turn.text
        : [{ type: "thinking", thinking: turn.reasoning, signature: "s" }, text];
    const calls = callsOf(turn, ({ id, tool: name, args }) => ({ id, name, args, type: "tool_call" }));
    const raw = callsOf(turn, ({ id, tool: name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }));
    return [
      stored("ai", {
        content,
        tool_calls: calls,
        additional_kwargs: raw.length === 0 ? {} : { tool_calls: raw },
      }),
      ...callsOf(turn, ({ id, tool: name, result }) =>
        stored("tool", { content: result, tool_call_id: id, name, status: "success" }),
      ),
    ];
  },
  "ai-sdk": (turn) => {
    if (roleOf(turn) !== "assistant") return [{ role: roleOf(turn), content: turn.text }];
    const itemId = { openai: { itemId: "msg_1" } };
    const content = [
      ...(turn.reasoning === null
        ? []
        : [{ type: "reasoning", text: turn.reasoning, providerOptions: itemId }]),
      { type: "text", text: turn.text, providerOptions: itemId },
      ...callsOf(turn, ({ id: toolCallId, tool: toolName, args: input }) => ({
        type: "tool-call",
        toolCallId,
        toolName,
        input,
      })),
    ];
    const results = callsOf(turn, ({ id: toolCallId, tool: toolName, result }) => ({
      type: "tool-result",
      toolCallId,
      toolName,
      output: toOutput(result),
    }));
    return [
      { role: "assistant", content },
      ...(results.length === 0 ? [] : [{ role: "tool", content: results }]),
    ];
  },
  "ai-sdk-ui": (turn, at) => [
    {
      id: `m${at}`,
      role: roleOf(turn),
      parts: [
        ...(turn.reasoning === null ? [] : [{ type: "reasoning", text: turn.reasoning }]),
        { type: "text", text: turn.text },
        ...callsOf(turn, ({ id: toolCallId, tool, args: input, result }) => ({
          type: `tool-${tool}`,
          toolCallId,
          state: "output-available",
          input,
          output: toOutput(result).value,
        })),
      ],
    },
  ],
  anthropic: (turn) => {
    if (roleOf(turn) !== "assistant") return [{ role: "user", content: turn.text }];
    const content = [
      ...(turn.reasoning === null ? [] : [{ type: "thinking", thinking: turn.reasoning, signature: "s" }]),
      { type: "text", text: turn.text },
      ...callsOf(turn, ({ id, tool: name, args: input }) => ({ type: "tool_use", id, name, input })),
    ];
    const results = callsOf(turn, ({ id, result }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: [{ type: "text", text: result }],
    }));
    return [
      { role: "assistant", content },
      ...(results.length === 0 ? [] : [{ role: "user", content: results }]),
    ];
  },
};

function toOutput(result: string): { type: "json" | "text"; value: unknown } {
  try {
    return { type: "json", value: JSON.parse(result) };
  } catch {
    return { type: "text", value: result };
  }
}

/** Returns the IDs of the calls and of the results in messages of any of the formats. */
export function toolIdsIn(messages: readonly unknown[]): { calls: string[]; results: string[] } {
  const calls: string[] = [];
  const results: string[] = [];
  const visit = (value: unknown, key: string) => {
    if (typeof value !== "object" || value === null) return;
    const { type, id, callId, toolCallId, tool_call_id, tool_use_id } = { ...NO_IDS, ...value };
    if (type === "function_call" || type === "tool-call") calls.push(String(callId ?? toolCallId));
    if (type === "tool_use" || (key === "tool_calls" && !Array.isArray(value))) calls.push(String(id));
    if (type === "function_call_result" || type === "tool-result") results.push(String(callId ?? toolCallId));
    if (tool_call_id ?? tool_use_id) results.push(String(tool_call_id ?? tool_use_id));
    if (typeof type === "string" && /^tool-(?:look|search)$/.test(type)) {
      calls.push(String(toolCallId));
      results.push(String(toolCallId));
    }
    for (const [name, child] of Object.entries(value)) {
      if (name === "additional_kwargs") continue;
      visit(child, Array.isArray(value) ? key : name);
    }
  };
  for (const message of messages) visit(message, "");
  return { calls, results };
}

const NO_IDS: Readonly<Record<string, unknown>> = {};
