import type { z } from "zod";
import type { RecordsResult } from "../read-records";
import { type SessionRecord, type SpanFacts, sessionRecord } from "../session-record";
import { readAttributes } from "./read-attributes";
import { OtlpTraceRequest, Span, toTimestamp } from "./request";
import { describeSpans, type TraceSpan } from "./span-records";

const ERROR_STATUS = 2;

export type OtlpTracesResult =
  | {
      ok: true;
      records: SessionRecord[];
      /**
       * All spans in their order, including those that follow no convention: they link agents to their callers.
       */
      spans: SpanFacts[];
      /** Number of spans that follow no known convention; they become no records. */
      otherSpanCount: number;
      /** Positions of values that are not spans, in words. */
      rejected: string[];
    }
  | Extract<RecordsResult, { ok: false }>;

/**
 * Maps an `ExportTraceServiceRequest` of OTLP, in its JSON form, to records: one per span that follows a
 * convention for generative AI (`read-attributes.ts` lists them). A conversation, otherwise a trace, is a
 * session.
 *
 * If the nearest agent span above an agent's span has another name, this is a handoff from that agent. Its
 * sizes are the inputs of the two agents; null if not recorded. If the caller's span is in another request,
 * `spans` has the data to match them later. Transfers (`findTransfers`) are found only from `spans`.
 *
 * A span with tokens is a model call, unless it belongs to an agent or workflow, which sums its calls, or has
 * another call below it, because a framework and a client may both record one call.
 *
 * Sources: OpenTelemetry, OTLP 1.x, "JSON Protobuf Encoding", and those named in each convention's file.
 *
 * @param json the request, parsed.
 * @returns the records in the order of the spans, and the rejected spans; or why the request is invalid
 * (`not_an_event`).
 */
export function readOtlpTraces(json: unknown): OtlpTracesResult {
  const parsed = OtlpTraceRequest.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "not_an_event", message: "the object holds no resourceSpans" } };
  }
  const spans: TraceSpan[] = [];
  const rejected: string[] = [];
  for (const [resource, { scopeSpans }] of parsed.data.resourceSpans.entries()) {
    for (const [scope, { spans: values }] of (scopeSpans ?? []).entries()) {
      for (const [index, value] of (values ?? []).entries()) {
        const span = Span.safeParse(value);
        if (span.success) spans.push(toTraceSpan(span.data));
        else rejected.push(`resourceSpans[${resource}].scopeSpans[${scope}].spans[${index}] is not a span`);
      }
    }
  }
  const { records, facts } = describeSpans(spans, "otlp");
  return { ok: true, records, spans: facts, otherSpanCount: spans.length - records.length, rejected };
}

/**
 * Converts one parsed line of exported traces to records. A line whose spans follow no convention is one
 * event.
 *
 * @param json one parsed line.
 * @returns the records; `schema_error` if a value is not a span.
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

function toTraceSpan(span: z.infer<typeof Span>): TraceSpan {
  return {
    ...readAttributes(span.attributes ?? []),
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId || null,
    timestamp: toTimestamp(span.startTimeUnixNano),
    endedAt: toTimestamp(span.endTimeUnixNano),
    isError: span.status?.code === ERROR_STATUS || span.status?.code === "STATUS_CODE_ERROR",
  };
}
