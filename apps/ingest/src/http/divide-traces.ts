import { parseTimestamp } from "@baton/core/internal";
import { OtlpTraceRequest, readOtlpTraces } from "@baton/core/session";
import type { z } from "zod";

/** A line with spans, as in a file of exported traces. */
interface TraceLine {
  bytes: Buffer;
  count: number;
}

/**
 * Splits a request into lines: first all valid spans together, because handoffs span several of them; then
 * each invalid span alone, so that it is quarantined alone.
 *
 * @param request in the JSON form of OTLP.
 * @param text the same, as received.
 * @param now in milliseconds since 1970.
 * @returns an empty list without spans; null if it is not a trace request.
 */
export function divideTraces(request: unknown, text: Buffer, now: number): TraceLine[] | null {
  const parsed = OtlpTraceRequest.safeParse(request);
  if (!parsed.success) return null;
  const spanCount = countSpans(parsed.data);
  if (spanCount === 0) return [];
  if (isSound(parsed.data, now)) return [{ bytes: text, count: spanCount }];
  const bad: TraceLine[] = [];
  const sound = keepSpans(parsed.data, (span) => {
    if (isSound(alone(span), now)) return true;
    bad.push({ bytes: toLine(alone(span)), count: 1 });
    return false;
  });
  const soundCount = spanCount - bad.length;
  if (soundCount === 0) return bad;
  const together = [{ bytes: toLine(sound), count: soundCount }];
  return [...(isSound(sound, now) ? together : listAlone(sound)), ...bad];
}

function alone(span: unknown): TraceRequest {
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
}

/** Returns the spans that can be parsed one by one but not together. */
function listAlone(request: TraceRequest): TraceLine[] {
  const lines: TraceLine[] = [];
  keepSpans(request, (span) => lines.push({ bytes: toLine(alone(span)), count: 1 }) > 0);
  return lines;
}

type TraceRequest = z.infer<typeof OtlpTraceRequest>;

/** Returns true if the reader can parse all spans. */
function isSound(request: TraceRequest, now: number): boolean {
  try {
    const read = readOtlpTraces(request);
    if (!read.ok || read.rejected.length > 0) return false;
    return read.records.every(({ timestamp }) => timestamp === null || parseTimestamp(timestamp, now).ok);
  } catch {
    return false;
  }
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
