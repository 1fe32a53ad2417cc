import { z } from "zod";
import { type ModelAnswer, type StreamEvent, textOf, type WireFormat } from "./wire-format";

const Request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })),
});

/** OpenAI's Chat Completions API. */
export const CHAT_COMPLETIONS: WireFormat = {
  path: "/v1/chat/completions",
  writesCache: false,
  readRequest: (body) => {
    const { model, stream, messages } = Request.parse(body);
    const said = (...roles: string[]) =>
      messages.filter(({ role }) => roles.includes(role)).map(({ content }) => textOf(content));
    return {
      model,
      isStreamed: stream,
      instructions: said("system", "developer").join("\n"),
      spoken: said("user"),
      session: null,
    };
  },
  writeAnswer: (answer) => ({
    ...toHead(answer, "chat.completion"),
    choices: [{ index: 0, message: toMessage(answer), finish_reason: toReason(answer), logprobs: null }],
    usage: toUsage(answer),
  }),
  writeStream: (answer) => writeChunks(answer),
  writeError: (message) => ({ error: { type: "invalid_request_error", message } }),
};

function toHead({ id, model }: ModelAnswer, object: string) {
  return { id, object, created: Math.floor(Date.now() / 1_000), model };
}

function toReason({ calls }: ModelAnswer): string {
  return calls.length > 0 ? "tool_calls" : "stop";
}

function toMessage({ id, text, calls }: ModelAnswer) {
  const tool_calls = calls.map(({ tool, input }, index) => ({
    index,
    id: `call_${id}_${index}`,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content: text, ...(calls.length > 0 ? { tool_calls } : {}) };
}

function toUsage({ tokens }: ModelAnswer) {
  const prompt = tokens.input + tokens.cacheRead;
  return {
    prompt_tokens: prompt,
    prompt_tokens_details: { cached_tokens: tokens.cacheRead },
    completion_tokens: tokens.output,
    completion_tokens_details: { reasoning_tokens: 0 },
    total_tokens: prompt + tokens.output,
  };
}

function writeChunks(answer: ModelAnswer): StreamEvent[] {
  const head = toHead(answer, "chat.completion.chunk");
  const chunk = (delta: object, finish_reason: string | null) => ({
    data: { ...head, choices: [{ index: 0, delta, finish_reason }], usage: null },
  });
  return [
    chunk(toMessage(answer), null),
    chunk({}, toReason(answer)),
    { data: { ...head, choices: [], usage: toUsage(answer) } },
    { data: "[DONE]" },
  ];
}
