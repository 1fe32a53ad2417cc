/** Content of a test's span; times in seconds after the start of its trace. */
interface SpanFields {
  id: string;
  parent?: string;
  attributes: Record<string, string | number | boolean>;
  from?: number;
  to?: number;
}

const BEGINNING = 1_788_256_800;

/** Builds an OTLP request in its JSON form, with all spans of one trace from one library. */
export function buildTrace(traceId: string, spans: readonly SpanFields[], library = "demo") {
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "demo" } }] },
        scopeSpans: [{ scope: { name: library }, spans: spans.map((span) => buildSpan(traceId, span)) }],
      },
    ],
  };
}

function buildSpan(traceId: string, { id, parent, attributes, from = 0, to = from + 5 }: SpanFields) {
  return {
    traceId,
    spanId: `${traceId}-${id}`,
    parentSpanId: parent === undefined ? undefined : `${traceId}-${parent}`,
    name: id,
    kind: 1,
    startTimeUnixNano: `${BEGINNING + from}000000000`,
    endTimeUnixNano: `${BEGINNING + to}000000000`,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) })),
  };
}

function toAnyValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  return typeof value === "boolean" ? { boolValue: value } : { intValue: String(value) };
}
