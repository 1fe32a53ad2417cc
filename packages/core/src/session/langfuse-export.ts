import { z } from "zod";
import { AgentId } from "./agent-id";
import { readExportedSpans } from "./exported-spans";
import type { SpanRole } from "./otlp/convention";
import type { TraceSpan } from "./otlp/span-records";
import type { RecordsResult } from "./read-records";
import { WrittenTokenCount } from "./token-count";

const text = z.string().nullish().catch(null);
const count = WrittenTokenCount.nullish().catch(null);
const counts = z.record(z.string(), z.unknown()).nullish().catch(null);

/** The API has camelCase names, storage exports have snake_case. */
const Observation = z
  .looseObject({
    id: z.string().min(1),
    type: z.string(),
    name: text,
    traceId: text,
    trace_id: text,
    parentObservationId: text,
    parent_observation_id: text,
    startTime: text,
    start_time: text,
    endTime: text,
    end_time: text,
    model: text,
    providedModelName: text,
    provided_model_name: text,
    usageDetails: counts,
    usage_details: counts,
    usage: counts,
    promptTokens: count,
    completionTokens: count,
    sessionId: text,
    session_id: text,
    level: text,
  })
  .refine(({ traceId, trace_id }) => Boolean(traceId ?? trace_id));
type Observation = z.infer<typeof Observation>;

const Trace = z.looseObject({ id: text, sessionId: text, session_id: text, name: text });

const Export = z.union([
  Observation.transform((observation) => ({ observations: [observation], trace: null })),
  z
    .array(Observation)
    .min(1)
    .transform((observations) => ({ observations, trace: null })),
  z
    .looseObject({ data: z.array(Observation).min(1) })
    .transform(({ data }) => ({ observations: data, trace: null })),
  Trace.extend({ observations: z.array(z.unknown()).min(1), trace: Trace.nullish().catch(null) }).transform(
    ({ observations, trace, ...rest }) => {
      const whole = trace ?? rest;
      return {
        observations: observations.flatMap((value) => {
          const traceId = whole.id;
          const given = typeof value === "object" && value !== null ? { traceId, ...value } : value;
          return Observation.safeParse(given).data ?? [];
        }),
        trace: whole,
      };
    },
  ),
]);

const ROLES: ReadonlyMap<string, SpanRole> = new Map([
  ["AGENT", "agent"],
  ["GENERATION", "model"],
  ["EMBEDDING", "model"],
  ["TOOL", "tool"],
  ["CHAIN", "step"],
  ["SPAN", "step"],
  ["EVENT", "step"],
  ["RETRIEVER", "step"],
  ["EVALUATOR", "step"],
  ["GUARDRAIL", "step"],
]);

/** Returns true if a value is a Langfuse export. */
export function isLangfuseExport(json: unknown): boolean {
  const parsed = Export.safeParse(json);
  return parsed.success && parsed.data.observations.some(({ type }) => ROLES.has(type));
}

/**
 * Converts a Langfuse export to records, one per observation: a row of the blob storage export, a list of
 * rows, a page of the API, or a trace with its observations ("Blob storage export field reference" and
 * "Observations API v2", langfuse.com/docs, read in November 2026).
 *
 * @param json a parsed line or document.
 * @returns the records, or the reason why it is not an export (`not_an_event`).
 */
export function readLangfuseExport(json: unknown): RecordsResult {
  const parsed = Export.safeParse(json);
  if (!parsed.success || parsed.data.observations.length === 0) {
    return { ok: false, problem: { code: "not_an_event", message: "the value has no observations" } };
  }
  const { observations, trace } = parsed.data;
  const session = trace?.sessionId ?? trace?.session_id ?? null;
  const spans = observations.map((observation) => toSpan(observation, session));
  return readExportedSpans(spans, { family: "langfuse", title: trace?.name ?? null });
}

function toSpan(observation: Observation, session: string | null): TraceSpan {
  const { id, type, name } = observation;
  const role = ROLES.get(type) ?? "step";
  const used = readUsage(observation);
  return {
    traceId: observation.traceId ?? observation.trace_id ?? "",
    spanId: id,
    parentId: (observation.parentObservationId ?? observation.parent_observation_id) || null,
    timestamp: observation.startTime ?? observation.start_time ?? null,
    endedAt: observation.endTime ?? observation.end_time ?? null,
    isError: observation.level === "ERROR",
    role,
    kind: type.toLowerCase(),
    unknownKinds: [],
    agent: role === "agent" ? (AgentId.safeParse(name).data ?? null) : null,
    session: observation.sessionId ?? observation.session_id ?? session,
    model: observation.providedModelName ?? observation.provided_model_name ?? observation.model ?? null,
    responseId: null,
    tool: role === "tool" ? (name ?? null) : null,
    handoffFrom: null,
    handoffTo: null,
    ...used,
    inputMeasure: used.inputTokens === null ? null : "provider",
    asked: null,
    isCompacted: false,
  };
}

/** Langfuse prices each type of usage separately, so none includes another. */
const CACHE_READ = ["cache_read_input_tokens", "input_cached_tokens", "input_cache_read"];
const CACHE_WRITE = ["cache_creation_input_tokens", "input_cache_creation"];
const REASONING = ["output_reasoning_tokens", "output_reasoning", "reasoning_tokens"];

function readUsage(observation: Observation) {
  const details = observation.usageDetails ?? observation.usage_details ?? observation.usage ?? {};
  const countOf = (names: readonly string[]) => {
    for (const name of names) {
      const size = WrittenTokenCount.safeParse(details[name]);
      if (size.success) return size.data;
    }
    return null;
  };
  const input = countOf(["input", "input_tokens"]) ?? observation.promptTokens ?? null;
  const output = countOf(["output", "output_tokens"]) ?? observation.completionTokens ?? null;
  const [cacheReadTokens, cacheWriteTokens, reasoningTokens] = [CACHE_READ, CACHE_WRITE, REASONING].map(
    countOf,
  );
  return {
    inputTokens: input === null ? null : input + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens: output === null ? null : output + (reasoningTokens ?? 0),
    cacheReadTokens: cacheReadTokens ?? null,
    cacheWriteTokens: cacheWriteTokens ?? null,
    reasoningTokens: reasoningTokens ?? null,
  };
}
