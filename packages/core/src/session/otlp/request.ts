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

/** `ExportTraceServiceRequest` in its JSON form, down to its spans, which are parsed one by one. */
export const OtlpTraceRequest = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      scopeSpans: z.array(z.looseObject({ scope: Scope, spans: z.array(z.unknown()).nullish() })).nullish(),
    }),
  ),
});
