import { z } from "zod";
import { type ModelAnswer, type StreamEvent, textOf, type WireFormat } from "./wire-format";

const Item = z.looseObject({ role: z.string().optional(), content: z.unknown().optional() });
const Request = z.looseObject({
  model: z.string(),
  stream: z.boolean().default(false),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(Item)]),
  client_metadata: z.looseObject({ thread_id: z.string().optional() }).optional(),
});

/** OpenAI's Responses API. */
export const OPENAI_RESPONSES: WireFormat = {
  path: "/v1/responses",
  writesCache: false,
  readRequest: (body) => {
    const { model, stream, instructions, input, client_metadata } = Request.parse(body);
    const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
    const said = (...roles: string[]) =>
      items.filter(({ role }) => roles.includes(role ?? "")).map(({ content }) => textOf(content));
    return {
      model,
      isStreamed: stream,
      instructions: [instructions ?? "", ...said("system", "developer")].join("\n"),
      spoken: said("user"),
      // Codex names its thread here.
      session: client_metadata?.thread_id ?? null,
    };
  },
  writeAnswer: toResponse,
  writeStream: writeEvents,
  writeError: (message) => ({ error: { type: "invalid_request_error", message } }),
};

function toResponse({ id, model, text, calls, tokens }: ModelAnswer) {
  const input = tokens.input + tokens.cacheRead;
  return {
    id,
    object: "response",
    created_at: Math.floor(Date.now() / 1_000),
    status: "completed",
    model,
    output: [
      ...(text === null
        ? []
        : [
            {
              type: "message" as const,
              id: `msg_${id}`,
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
            },
          ]),
      ...calls.map(({ tool, namespace, input: given }, index) => ({
        type: "function_call" as const,
        id: `fc_${id}_${index}`,
        call_id: `call_${id}_${index}`,
        name: tool,
        ...(namespace === undefined ? {} : { namespace }),
        arguments: JSON.stringify(given),
        status: "completed",
      })),
    ],
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    temperature: 1,
    top_p: 1,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: tokens.cacheRead },
      output_tokens: tokens.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + tokens.output,
    },
  };
}

function writeEvents(answer: ModelAnswer): StreamEvent[] {
  const response = toResponse(answer);
  let count = 0;
  const event = (type: string, fields: object): StreamEvent => ({
    name: type,
    data: { type, sequence_number: count++, ...fields },
  });
  const started = { ...response, status: "in_progress", output: [], usage: null };
  return [
    event("response.created", { response: started }),
    ...response.output.flatMap((item, output_index) => [
      event("response.output_item.added", { output_index, item: toOpenItem(item) }),
      ...writeContent(item, { item_id: item.id, output_index }, event),
      event("response.output_item.done", { output_index, item }),
    ]),
    event("response.completed", { response }),
  ];
}

type Item = ReturnType<typeof toResponse>["output"][number];

function toOpenItem(item: Item): object {
  return item.type === "message"
    ? { ...item, status: "in_progress", content: [] }
    : { ...item, status: "in_progress", arguments: "" };
}

function writeContent(
  item: Item,
  place: { item_id: string; output_index: number },
  event: (type: string, fields: object) => StreamEvent,
): StreamEvent[] {
  if (item.type === "function_call") {
    const { arguments: given, name } = item;
    return [
      event("response.function_call_arguments.delta", { ...place, delta: given }),
      event("response.function_call_arguments.done", { ...place, name, arguments: given }),
    ];
  }
  return item.content.flatMap((part, content_index) => {
    const at = { ...place, content_index };
    return [
      event("response.content_part.added", { ...at, part: { ...part, text: "" } }),
      event("response.output_text.delta", { ...at, delta: part.text, logprobs: [] }),
      event("response.output_text.done", { ...at, text: part.text, logprobs: [] }),
      event("response.content_part.done", { ...at, part }),
    ];
  });
}
