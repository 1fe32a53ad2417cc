import { z } from "zod";
import { AgentId } from "./context-handoff";
import type { RecordsResult } from "./read-records";
import {
  handoffFacts,
  type SessionRecord,
  type SpanFacts,
  sessionRecord,
  type UsageFacts,
  usageFacts,
} from "./session-record";
import { TokenCount } from "./token-count";

/**
 * The operations that are one call of a model each; an agent's own span
 * sums its calls up, and is not counted again.
 */
const MODEL_OPERATIONS = new Set(["chat", "generate_content", "text_completion", "embeddings"]);
const INVOKE_AGENT = "invoke_agent";
const ERROR_STATUS = 2;
const NANOSECONDS = 1_000_000n;

/** In JSON a 64-bit integer is text, and some writers make it a number. */
const Integer = z.union([z.int(), z.string().regex(/^\d{1,20}$/)]);

const AgentName = AgentId.nullable().catch(null);

const Attribute = z.object({
  key: z.string(),
  value: z
    .looseObject({ stringValue: z.string().optional(), intValue: Integer.optional() })
    .catch({})
    .default({}),
});

const Span = z.looseObject({
  traceId: z.string().min(1),
  spanId: z.string().min(1),
  parentSpanId: z.string().nullish(),
  startTimeUnixNano: Integer.nullish(),
  attributes: z.array(Attribute).nullish(),
  status: z.looseObject({ code: z.unknown().optional() }).nullish(),
});

/** `ExportTraceServiceRequest` in its JSON form, down to its spans, which are judged one by one. */
export const OtlpTraceRequest = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      scopeSpans: z.array(z.looseObject({ spans: z.array(z.unknown()).nullish() })).nullish(),
    }),
  ),
});

/** A span in the terms of the conventions. Sizes are in tokens. */
interface GenAiSpan {
  traceId: string;
  spanId: string;
  parentId: string | null;
  timestamp: string | null;
  isError: boolean;
  /** Whether it has an attribute of the conventions at all. */
  isGenAi: boolean;
  operation: string | null;
  agent: string | null;
  conversation: string | null;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cacheReadTokens: number;
  cacheCreationTokens: number;
}

export type OtlpTracesResult =
  | {
      ok: true;
      records: SessionRecord[];
      /**
       * All spans in their order, those that follow no conventions too: an agent is called by way of them.
       */
      spans: SpanFacts[];
      /** Spans that do not follow the conventions: they are left out. */
      otherSpanCount: number;
      /** Spans that are none: each with its place in words. */
      rejected: string[];
    }
  | Extract<RecordsResult, { ok: false }>;

/**
 * Maps an `ExportTraceServiceRequest` of OTLP, in its JSON form, to records: a span each that follows
 * the semantic conventions for generative AI. A conversation, else a trace, is a session. An
 * `invoke_agent` span whose nearest `invoke_agent` ancestor within the request has another agent's name
 * is a handoff from that one, whose sizes are the input that each was given
 * (`gen_ai.usage.input_tokens`), null where it is not recorded. A call of a model is usage. Where the
 * ancestor comes with another request, `spans` tell what is to be put together then.
 *
 * Sources: OpenTelemetry, OTLP 1.x, "JSON Protobuf Encoding"; Semantic Conventions for GenAI agent spans,
 * where input tokens include those of the cache.
 *
 * @param json the request, parsed.
 * @returns the records in the order of the spans, and what was left out;
 *   or why it is no request (`not_an_event`).
 */
export function readOtlpTraces(json: unknown): OtlpTracesResult {
  const parsed = OtlpTraceRequest.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "not_an_event", message: "the object holds no resourceSpans" } };
  }
  const spans: GenAiSpan[] = [];
  const rejected: string[] = [];
  for (const [resource, { scopeSpans }] of parsed.data.resourceSpans.entries()) {
    for (const [scope, { spans: values }] of (scopeSpans ?? []).entries()) {
      for (const [index, value] of (values ?? []).entries()) {
        const span = Span.safeParse(value);
        if (span.success) spans.push(toGenAiSpan(span.data));
        else rejected.push(`resourceSpans[${resource}].scopeSpans[${scope}].spans[${index}] is no span`);
      }
    }
  }
  const surroundings = findSurroundings(spans);
  const records: SessionRecord[] = [];
  const facts: SpanFacts[] = [];
  for (const span of spans) {
    const outer = surroundings.get(keyOf(span.traceId, span.parentId)) ?? missing(span.parentId);
    facts.push(toSpanFacts(span, outer, span.isGenAi ? records.length : null));
    if (span.isGenAi) records.push(toRecord(span, outer));
  }
  return { ok: true, records, spans: facts, otherSpanCount: spans.length - records.length, rejected };
}

/**
 * Turns one parsed line of exported traces into records. A line
 * without a span of the conventions is one event.
 *
 * @param json one line, parsed.
 * @returns the records; `schema_error` where a span is none.
 */
export function readOtlpLine(json: unknown): RecordsResult {
  const read = readOtlpTraces(json);
  if (!read.ok) return read;
  const [problem] = read.rejected;
  if (problem !== undefined) return { ok: false, problem: { code: "schema_error", message: problem } };
  const [first, ...others] = read.records;
  const { spans } = read;
  return {
    ok: true,
    records: [{ ...(first ?? sessionRecord({ eventType: "otlp.export" })), spans }, ...others],
  };
}

function toGenAiSpan(span: z.infer<typeof Span>): GenAiSpan {
  const attributes = new Map((span.attributes ?? []).map(({ key, value }) => [key, value]));
  const textOf = (key: string) => attributes.get(key)?.stringValue || null;
  const countOf = (key: string) => toCount(attributes.get(key)?.intValue);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId || null,
    timestamp: toTimestamp(span.startTimeUnixNano),
    isError: span.status?.code === ERROR_STATUS || span.status?.code === "STATUS_CODE_ERROR",
    isGenAi: [...attributes.keys()].some((key) => key.startsWith("gen_ai.")),
    operation: textOf("gen_ai.operation.name"),
    agent: AgentName.parse(textOf("gen_ai.agent.name")),
    conversation: textOf("gen_ai.conversation.id"),
    model: textOf("gen_ai.response.model") ?? textOf("gen_ai.request.model"),
    inputTokens: countOf("gen_ai.usage.input_tokens"),
    outputTokens: countOf("gen_ai.usage.output_tokens"),
    cacheReadTokens: countOf("gen_ai.usage.cache_read.input_tokens") ?? 0,
    cacheCreationTokens: countOf("gen_ai.usage.cache_creation.input_tokens") ?? 0,
  };
}

function toCount(value: z.infer<typeof Integer> | undefined): number | null {
  const count = TokenCount.safeParse(Number(value));
  return count.success ? count.data : null;
}

/** As text; null where it is not recorded, which is zero too, or where no calendar has such a day. */
function toTimestamp(nanoseconds: z.infer<typeof Integer> | null | undefined): string | null {
  if (nanoseconds == null || BigInt(nanoseconds) === 0n) return null;
  const date = new Date(Number(BigInt(nanoseconds) / NANOSECONDS));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/**
 * What holds for a span's children: the nearest agent's invocation, else the ancestor that the
 * request does not hold, and the conversation.
 */
interface Surroundings {
  invocation: GenAiSpan | null;
  missingId: string | null;
  conversation: string | null;
}

/** What is known of the children of a span that the request does not hold. */
function missing(spanId: string | null): Surroundings {
  return { invocation: null, missingId: spanId, conversation: null };
}

/**
 * For each span what it is to its children. Every span is climbed through once, and
 * one that is its own ancestor ends the climb.
 */
function findSurroundings(spans: readonly GenAiSpan[]): Map<string, Surroundings> {
  const byId = new Map(spans.map((span) => [keyOf(span.traceId, span.spanId), span]));
  const found = new Map<string, Surroundings>();
  for (const start of spans) {
    const path = new Map<string, GenAiSpan>();
    let id: string | null = start.spanId;
    let key = keyOf(start.traceId, id);
    for (let span = byId.get(key); span && !found.has(key) && !path.has(key); span = byId.get(key)) {
      path.set(key, span);
      id = span.parentId;
      key = keyOf(span.traceId, id);
    }
    let outer = found.get(key) ?? missing(path.has(key) ? null : id);
    for (const [each, span] of [...path].reverse()) {
      const isCaller = isInvocation(span);
      outer = {
        invocation: isCaller ? span : outer.invocation,
        missingId: isCaller ? null : outer.missingId,
        conversation: span.conversation ?? outer.conversation,
      };
      found.set(each, outer);
    }
  }
  return found;
}

function keyOf(traceId: string, spanId: string | null): string {
  return JSON.stringify([traceId, spanId]);
}

function isInvocation({ operation, agent }: GenAiSpan): boolean {
  return operation === INVOKE_AGENT && agent !== null;
}

function toSpanFacts(
  span: GenAiSpan,
  { invocation, missingId }: Surroundings,
  ordinal: number | null,
): SpanFacts {
  const { traceId, spanId, model, inputTokens } = span;
  const agent = isInvocation(span) ? span.agent : null;
  return {
    traceId,
    spanId,
    ordinal,
    agent,
    model,
    inputTokens,
    callerId: invocation?.spanId ?? null,
    missingId,
  };
}

function toRecord(span: GenAiSpan, outer: Surroundings): SessionRecord {
  return sessionRecord({
    eventType: `otlp.${span.operation ?? "span"}`,
    identity: span.spanId,
    sessionId: span.conversation ?? outer.conversation ?? span.traceId,
    timestamp: span.timestamp,
    handoff: readHandoff(span, outer.invocation),
    usage: readUsage(span, outer.invocation),
    isError: span.isError,
  });
}

function readHandoff(span: GenAiSpan, caller: GenAiSpan | null): SessionRecord["handoff"] {
  if (!isInvocation(span) || span.agent === null || caller?.agent == null) return null;
  if (caller.agent === span.agent) return null;
  return handoffFacts({
    kind: "span",
    fromAgent: caller.agent,
    toAgent: span.agent,
    beforeTokens: caller.inputTokens,
    measureBefore: caller.inputTokens === null ? null : "provider",
    afterTokens: span.inputTokens,
    measureAfter: span.inputTokens === null ? null : "provider",
    toModel: span.model,
  });
}

function readUsage(span: GenAiSpan, invocation: GenAiSpan | null): UsageFacts | null {
  const isOfModel = span.operation !== null && MODEL_OPERATIONS.has(span.operation);
  if (!isOfModel || (span.inputTokens === null && span.outputTokens === null)) return null;
  const { cacheReadTokens, cacheCreationTokens } = span;
  return usageFacts({
    key: span.spanId,
    agent: span.agent ?? invocation?.agent ?? "unknown",
    model: span.model,
    inputTokens: Math.max(0, (span.inputTokens ?? 0) - cacheReadTokens - cacheCreationTokens),
    cacheCreationTokens,
    cacheReadTokens,
    outputTokens: span.outputTokens ?? 0,
  });
}
