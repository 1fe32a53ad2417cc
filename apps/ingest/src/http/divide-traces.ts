import { parseTimestamp } from "@baton/core";
import { OtlpTraceRequest, readOtlpTraces } from "@baton/core/session-readers";
import type { z } from "zod";

/** A line that holds spans, as a file of exported traces would have it. */
export interface TraceLine {
  bytes: Buffer;
  spanCount: number;
}

/**
 * Cuts a request into lines: first all spans that can be taken, together, since a handoff is seen between
 * them; then each of the others alone, so that a bad one takes no other with it to quarantine.
 *
 * @param request in the JSON form of OTLP.
 * @param text the same, as it was written.
 * @param now the clock, in milliseconds since 1970.
 * @returns none where there is no span; null where it is no request.
 */
export function divideTraces(request: unknown, text: Buffer, now: number): TraceLine[] | null {
  const parsed = OtlpTraceRequest.safeParse(withSpans(request));
  if (!parsed.success) return null;
  const spanCount = countSpans(parsed.data);
  if (spanCount === 0) return [];
  if (isSound(parsed.data, now)) return [{ bytes: text, spanCount }];
  const bad: TraceLine[] = [];
  const sound = keepSpans(parsed.data, (span) => {
    const alone = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    if (isSound(alone, now)) return true;
    bad.push({ bytes: toLine(alone), spanCount: 1 });
    return false;
  });
  const soundCount = spanCount - bad.length;
  return soundCount === 0 ? bad : [{ bytes: toLine(sound), spanCount: soundCount }, ...bad];
}

type TraceRequest = z.infer<typeof OtlpTraceRequest>;

/** In JSON a list that is empty may be left out (ProtoJSON). */
function withSpans(request: unknown): unknown {
  const isEmpty = typeof request === "object" && request !== null && !("resourceSpans" in request);
  return isEmpty && !Array.isArray(request) ? { resourceSpans: [] } : request;
}

function isSound(request: TraceRequest, now: number): boolean {
  const read = readOtlpTraces(request);
  if (!read.ok || read.rejected.length > 0) return false;
  return read.records.every(({ timestamp }) => timestamp === null || parseTimestamp(timestamp, now).ok);
}

function countSpans(request: TraceRequest): number {
  let count = 0;
  keepSpans(request, () => {
    count += 1;
    return true;
  });
  return count;
}

function keepSpans(request: TraceRequest, isKept: (span: unknown) => boolean): TraceRequest {
  return {
    ...request,
    resourceSpans: request.resourceSpans.map((resource) => ({
      ...resource,
      scopeSpans: (resource.scopeSpans ?? []).map((scope) => ({
        ...scope,
        spans: (scope.spans ?? []).filter(isKept),
      })),
    })),
  };
}

function toLine(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
