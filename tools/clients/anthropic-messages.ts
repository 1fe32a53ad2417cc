import { z } from "zod";
import { type ModelAnswer, type StreamEvent, textOf, type WireFormat } from "./wire-format";

const Request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  system: z.unknown().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })),
  metadata: z.looseObject({ user_id: z.string() }).optional(),
});

/** Claude Code puts its session into the user's ID. */
const SESSION = /session(?:_id)?[_":\s]+([0-9a-f-]{36})/;

/** Anthropic's Messages API. */
export const ANTHROPIC_MESSAGES: WireFormat = {
  path: "/v1/messages",
  writesCache: true,
  readRequest: (body) => {
    const { model, stream, system, messages, metadata } = Request.parse(body);
    return {
      model,
      isStreamed: stream,
      instructions: textOf(system),
      spoken: messages.filter(({ role }) => role === "user").map(({ content }) => textOf(content)),
      session: SESSION.exec(metadata?.user_id ?? "")?.[1] ?? null,
    };
  },
  writeAnswer: toMessage,
  writeStream: writeEvents,
  writeError: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
};

function toMessage(answer: ModelAnswer) {
  const { id, model, text, calls, tokens } = answer;
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [
      ...(text === null ? [] : [{ type: "text" as const, text }]),
      ...calls.map(({ tool, input }, index) => ({
        type: "tool_use" as const,
        id: `toolu_${id}_${index}`,
        name: tool,
        input,
      })),
    ],
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: tokens.input,
      cache_creation_input_tokens: tokens.cacheWrite,
      cache_read_input_tokens: tokens.cacheRead,
      cache_creation: {
        ephemeral_5m_input_tokens: tokens.cacheWrite - tokens.cacheWriteHour,
        ephemeral_1h_input_tokens: tokens.cacheWriteHour,
      },
      output_tokens: tokens.output,
    },
  };
}

function writeEvents(answer: ModelAnswer): StreamEvent[] {
  const { content, stop_reason, stop_sequence, usage, ...message } = toMessage(answer);
  const start = { ...message, content: [], stop_reason: null, stop_sequence: null };
  const event = (name: string, fields: object = {}) => ({ name, data: { type: name, ...fields } });
  return [
    // The first output count is an estimate, which the last event corrects.
    event("message_start", { message: { ...start, usage: { ...usage, output_tokens: 1 } } }),
    ...content.flatMap((block, index) => {
      const isText = block.type === "text";
      const content_block = isText ? { ...block, text: "" } : { ...block, input: {} };
      const delta = isText
        ? { type: "text_delta", text: block.text }
        : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
      return [
        event("content_block_start", { index, content_block }),
        event("content_block_delta", { index, delta }),
        event("content_block_stop", { index }),
      ];
    }),
    event("message_delta", {
      delta: { stop_reason, stop_sequence },
      usage: { output_tokens: usage.output_tokens },
    }),
    event("message_stop"),
  ];
}
