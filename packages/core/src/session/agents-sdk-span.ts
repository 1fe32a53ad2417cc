import { z } from "zod";
import { AgentId } from "./agent-id";
import { AgentsSdkMemory, type Below } from "./agents-sdk-memory";
import { parseEmbeddedJson } from "./embedded-json";
import type { RecordsResult } from "./read-records";
import {
  type SessionRecord,
  type SpanFacts,
  sessionRecord,
  type UsageFacts,
  usageFacts,
} from "./session-record";
import { shortenTitle } from "./session-title";
import { WrittenTokenCount } from "./token-count";

const text = z.string().min(1).nullish().catch(null);
const count = WrittenTokenCount.nullish().catch(null);
const agent = AgentId.nullish().catch(null);

const InputDetails = z.looseObject({ cached_tokens: count }).nullish().catch(null);
const Usage = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: InputDetails,
  /** The SDK's own exporter moves them here. */
  details: z.looseObject({ input_tokens_details: InputDetails }).nullish().catch(null),
  /** In the form of turns. */
  cached_input_tokens: count,
  cache_write_input_tokens: count,
});
type Usage = z.infer<typeof Usage>;

const Span = z.looseObject({
  object: z.literal("trace.span"),
  id: text,
  trace_id: text,
  parent_id: text,
  started_at: text,
  ended_at: text,
  error: z.unknown().optional(),
  span_data: z
    .looseObject({
      type: text,
      name: agent,
      from_agent: agent,
      to_agent: agent,
      model: text,
      response_id: text,
      usage: Usage.nullish().catch(null),
      /** Since version 0.20 tasks and turns are custom spans. */
      data: z
        .looseObject({ sdk_span_type: text, agent_name: agent, usage: Usage.nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});
type Span = z.infer<typeof Span>;

const Trace = z.looseObject({ object: z.literal("trace"), id: text, workflow_name: text });
type Trace = z.infer<typeof Trace>;

const Item = z.discriminatedUnion("object", [Span, Trace]);
const Export = z.looseObject({ data: z.array(z.unknown()).min(1) });

/** Response of the API to a model call. */
const Answer = z.looseObject({ object: z.literal("response"), id: text, model: text, usage: Usage });
const Exchange = z.looseObject({ request: z.unknown(), response: z.unknown() });
const StreamedAnswer = z.looseObject({ type: z.literal("response.completed"), response: Answer });

/**
 * Converts one parsed line of an OpenAI Agents SDK export into records: a trace or a span, a posted body with
 * many of them as `data`, or a recorded API exchange (`request` and `response`), of which a model's response
 * has the usage. A trace is a session. A handoff span names one or two agents and no sizes. `spans` has the
 * data to find the receiver, the agents of calls, and agents that are called as tools.
 *
 * @param json one line, parsed.
 * @param _session every line names its own.
 * @param stored the `memory` of the line before, as JSON or not.
 * @returns the records, or the reason: not one of these (`not_an_event`), or an invalid element of `data`
 * (`schema_error`).
 */
export function readAgentsSdkLine(
  json: unknown,
  _session: string | null = null,
  stored: unknown = null,
): RecordsResult {
  const memory = AgentsSdkMemory.from(stored);
  const item = Item.safeParse(json);
  if (item.success) {
    const records: [SessionRecord] = [readItem(item.data, 0, memory)];
    return { ok: true, records, memory: memory.toJSON() };
  }
  const exported = Export.safeParse(json);
  if (exported.success) return readExport(exported.data.data, memory);
  const exchange = Exchange.safeParse(json);
  if (exchange.success) return readExchange(exchange.data, memory);
  const message = "the line is neither a trace nor a span, and contains none";
  return { ok: false, problem: { code: "not_an_event", message } };
}

function readExport(data: readonly unknown[], memory: AgentsSdkMemory): RecordsResult {
  const records: SessionRecord[] = [];
  for (const [index, each] of data.entries()) {
    const item = Item.safeParse(each);
    if (!item.success) {
      const message = `data[${index}] is neither a trace nor a span`;
      return { ok: false, problem: { code: "schema_error", message } };
    }
    records.push(readItem(item.data, index, memory));
  }
  const [first, ...others] = records;
  if (first) return { ok: true, records: [first, ...others], memory: memory.toJSON() };
  return { ok: false, problem: { code: "not_an_event", message: "data is empty" } };
}

function readExchange(
  { request, response }: z.infer<typeof Exchange>,
  memory: AgentsSdkMemory,
): RecordsResult {
  const exported = Export.safeParse(request);
  if (exported.success) return readExport(exported.data.data, memory);
  const answer = readAnswer(response);
  const record = sessionRecord({
    eventType: "agents_sdk.exchange",
    identity: answer?.id ?? null,
    usage: answer && readUsage(answer.usage, { key: answer.id, model: answer.model }),
  });
  return { ok: true, records: [record] };
}

/** A response may be streamed; then its last event repeats all of it. */
function readAnswer(response: unknown): z.infer<typeof Answer> | null {
  const answer = Answer.safeParse(response);
  if (answer.success) return answer.data;
  if (typeof response !== "string") return null;
  for (const line of response.split("\n")) {
    const event = line.startsWith("data: ")
      ? StreamedAnswer.safeParse(parseEmbeddedJson(line.slice(6)))
      : null;
    if (event?.success) return event.data.response;
  }
  return null;
}

/** @param ordinal of the record in its line. */
function readItem(item: Span | Trace, ordinal: number, memory: AgentsSdkMemory): SessionRecord {
  if (item.object === "trace") {
    const { id = null, workflow_name: title = null } = item;
    return sessionRecord({
      eventType: "agents_sdk.trace",
      identity: id,
      sessionId: id,
      title: shortenTitle(title),
    });
  }
  const usage = readSpanUsage(item, memory);
  return sessionRecord({
    eventType: `agents_sdk.${item.span_data?.type ?? "span"}`,
    identity: item.id ?? null,
    sessionId: item.trace_id ?? null,
    timestamp: item.started_at ?? null,
    usage,
    spans: toSpans(item, usage, ordinal),
    isError: item.error != null,
  });
}

/**
 * Reads the usage of a span. A turn sums its calls: usage not counted below it counts as one call of its
 * agent. A task sums its turns.
 */
function readSpanUsage(span: Span, memory: AgentsSdkMemory): UsageFacts | null {
  const { id, parent_id: parentId, span_data: data } = span;
  const below = memory.take(id ?? "");
  const isTurn = data?.data?.sdk_span_type === "turn";
  const used = data?.usage ?? (isTurn ? data?.data?.usage : null);
  const total = used ? sumUp(used) : below;
  const { model = null, response_id: responseId = null } = data ?? {};
  if (parentId) memory.add(parentId, { ...total, model, responseId });
  if (data?.usage) return readUsage(data.usage, { key: responseId ?? id, model });
  if (!isTurn || (used?.input_tokens == null && used?.output_tokens == null)) return null;
  const own = subtract(total, below);
  const isCountedBelow = below.input + below.output > 0 && own.input + own.output === 0;
  if (isCountedBelow) return null;
  return toUsage(own, { key: below.responseId ?? id, model: below.model, agent: data?.data?.agent_name });
}

type Sum = Omit<Below, "model" | "responseId">;

function sumUp({ input_tokens, output_tokens, ...parts }: Usage): Sum {
  const details = parts.input_tokens_details ?? parts.details?.input_tokens_details;
  return {
    input: input_tokens ?? 0,
    output: output_tokens ?? 0,
    cacheRead: details?.cached_tokens ?? parts.cached_input_tokens ?? 0,
    cacheWrite: parts.cache_write_input_tokens ?? 0,
  };
}

function subtract(total: Sum, part: Sum): Sum {
  return {
    input: Math.max(0, total.input - part.input),
    output: Math.max(0, total.output - part.output),
    cacheRead: Math.max(0, total.cacheRead - part.cacheRead),
    cacheWrite: Math.max(0, total.cacheWrite - part.cacheWrite),
  };
}

/** Spans of several lines are combined when they are stored, because most parents are on later lines. */
function toSpans(span: Span, usage: UsageFacts | null, ordinal: number): SpanFacts[] {
  const { id, trace_id: traceId, span_data: data } = span;
  if (!id || !traceId) return [];
  return [
    {
      traceId,
      spanId: id,
      ordinal,
      agent: data?.type === "agent" ? (data.name ?? null) : null,
      model: data?.model ?? null,
      inputTokens: null,
      inputMeasure: null,
      usageKey: usage?.key ?? null,
      endedAt: span.ended_at ?? null,
      isWorkflow: false,
      handoff: data?.type === "handoff" ? { from: data.from_agent ?? null, to: data.to_agent ?? null } : null,
      callerId: null,
      missingId: span.parent_id ?? null,
      workflowId: null,
    },
  ];
}

interface UsedCall {
  key: string | null | undefined;
  model: string | null | undefined;
  agent?: string | null | undefined;
}

/** Returns null if neither side was counted. */
function readUsage(usage: Usage, call: UsedCall): UsageFacts | null {
  if (usage.input_tokens == null && usage.output_tokens == null) return null;
  return toUsage(sumUp(usage), call);
}

function toUsage({ input, output, cacheRead, cacheWrite }: Sum, call: UsedCall): UsageFacts {
  return usageFacts({
    key: call.key ?? null,
    agent: call.agent ?? "unknown",
    model: call.model ?? null,
    inputTokens: Math.max(0, input - cacheRead - cacheWrite),
    cacheReadTokens: cacheRead,
    cacheCreationTokens: cacheWrite,
    outputTokens: output,
  });
}
