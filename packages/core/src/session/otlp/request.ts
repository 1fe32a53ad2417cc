import { z } from "zod";
import { Attribute, Integer } from "./read-attributes";

export const Span = z.looseObject({
  traceId: z.string().min(1),
  spanId: z.string().min(1),
  parentSpanId: z.string().nullish(),
  startTimeUnixNano: Integer.nullish(),
  endTimeUnixNano: Integer.nullish(),
  attributes: z.array(Attribute).nullish(),
  status: z.looseObject({ code: z.unknown().optional() }).nullish(),
});

const Scope = z
  .looseObject({ name: z.string().nullish().catch(null) })
  .nullish()
  .catch(null);

/** `ExportTraceServiceRequest` in its JSON form down to its spans, which are parsed one by one. */
export const OtlpTraceRequest = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      scopeSpans: z.array(z.looseObject({ scope: Scope, spans: z.array(z.unknown()).nullish() })).nullish(),
    }),
  ),
});

export const LogRecord = z.looseObject({
  timeUnixNano: Integer.nullish(),
  observedTimeUnixNano: Integer.nullish(),
  eventName: z.string().nullish().catch(null),
  body: z
    .looseObject({ stringValue: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
  attributes: z.array(Attribute).nullish(),
});

/** `ExportLogsServiceRequest` in its JSON form down to its log records, which are parsed one by one. */
export const OtlpLogsRequest = z.looseObject({
  resourceLogs: z.array(
    z.looseObject({
      resource: z.unknown().optional(),
      scopeLogs: z
        .array(z.looseObject({ scope: Scope, logRecords: z.array(z.unknown()).nullish() }))
        .nullish(),
    }),
  ),
});
export type OtlpLogsRequest = z.infer<typeof OtlpLogsRequest>;

const NANOSECONDS = 1_000_000n;

/** Returns a text; null if it is missing, zero, or not a calendar date. */
export function toTimestamp(nanoseconds: z.infer<typeof Integer> | null | undefined): string | null {
  if (nanoseconds == null || BigInt(nanoseconds) === 0n) return null;
  const date = new Date(Number(BigInt(nanoseconds) / NANOSECONDS));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
