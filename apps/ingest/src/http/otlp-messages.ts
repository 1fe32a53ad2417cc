export type Scalar =
  | "string"
  | "hex"
  | "base64"
  | "int64"
  | "fixed64"
  | "fixed32"
  | "uint32"
  | "int32"
  | "bool"
  | "double";
export type Type = Scalar | Message;
/** Fields of a message by number, each with its JSON name. */
export type Message = ReadonlyMap<number, Field>;
export interface Field {
  name: string;
  type: Type;
  isList: boolean;
}

const one = (name: string, type: Type): Field => ({ name, type, isList: false });
const list = (name: string, type: Type): Field => ({ name, type, isList: true });
const message = (fields: Readonly<Record<number, Field>>): Map<number, Field> =>
  new Map(Object.entries(fields).map(([number, field]) => [Number(number), field]));

// Messages of opentelemetry-proto 1.x: common, resource, trace, logs and metrics, version v1 each.
const ANY_VALUE = message({
  1: one("stringValue", "string"),
  2: one("boolValue", "bool"),
  3: one("intValue", "int64"),
  4: one("doubleValue", "double"),
  7: one("bytesValue", "base64"),
});
const KEY_VALUE = message({ 1: one("key", "string"), 2: one("value", ANY_VALUE) });
ANY_VALUE.set(5, one("arrayValue", message({ 1: list("values", ANY_VALUE) })));
ANY_VALUE.set(6, one("kvlistValue", message({ 1: list("values", KEY_VALUE) })));

const EVENT = message({
  1: one("timeUnixNano", "fixed64"),
  2: one("name", "string"),
  3: list("attributes", KEY_VALUE),
  4: one("droppedAttributesCount", "uint32"),
});
const LINK = message({
  1: one("traceId", "hex"),
  2: one("spanId", "hex"),
  3: one("traceState", "string"),
  4: list("attributes", KEY_VALUE),
  5: one("droppedAttributesCount", "uint32"),
  6: one("flags", "fixed32"),
});
const SPAN = message({
  1: one("traceId", "hex"),
  2: one("spanId", "hex"),
  3: one("traceState", "string"),
  4: one("parentSpanId", "hex"),
  5: one("name", "string"),
  6: one("kind", "int32"),
  7: one("startTimeUnixNano", "fixed64"),
  8: one("endTimeUnixNano", "fixed64"),
  9: list("attributes", KEY_VALUE),
  10: one("droppedAttributesCount", "uint32"),
  11: list("events", EVENT),
  12: one("droppedEventsCount", "uint32"),
  13: list("links", LINK),
  14: one("droppedLinksCount", "uint32"),
  15: one("status", message({ 2: one("message", "string"), 3: one("code", "int32") })),
  16: one("flags", "fixed32"),
});
const SCOPE = message({
  1: one("name", "string"),
  2: one("version", "string"),
  3: list("attributes", KEY_VALUE),
  4: one("droppedAttributesCount", "uint32"),
});
const RESOURCE = message({ 1: list("attributes", KEY_VALUE), 2: one("droppedAttributesCount", "uint32") });
const SCOPE_SPANS = message({
  1: one("scope", SCOPE),
  2: list("spans", SPAN),
  3: one("schemaUrl", "string"),
});
const RESOURCE_SPANS = message({
  1: one("resource", RESOURCE),
  2: list("scopeSpans", SCOPE_SPANS),
  3: one("schemaUrl", "string"),
});
/** `ExportTraceServiceRequest`. */
export const TRACE_REQUEST = message({ 1: list("resourceSpans", RESOURCE_SPANS) });

const LOG_RECORD = message({
  1: one("timeUnixNano", "fixed64"),
  2: one("severityNumber", "int32"),
  3: one("severityText", "string"),
  5: one("body", ANY_VALUE),
  6: list("attributes", KEY_VALUE),
  7: one("droppedAttributesCount", "uint32"),
  8: one("flags", "fixed32"),
  9: one("traceId", "hex"),
  10: one("spanId", "hex"),
  11: one("observedTimeUnixNano", "fixed64"),
  12: one("eventName", "string"),
});
const SCOPE_LOGS = message({
  1: one("scope", SCOPE),
  2: list("logRecords", LOG_RECORD),
  3: one("schemaUrl", "string"),
});
const RESOURCE_LOGS = message({
  1: one("resource", RESOURCE),
  2: list("scopeLogs", SCOPE_LOGS),
  3: one("schemaUrl", "string"),
});
/** `ExportLogsServiceRequest`. */
export const LOGS_REQUEST = message({ 1: list("resourceLogs", RESOURCE_LOGS) });

// Metrics are counted by name, so values are omitted.
const SCOPE_METRICS = message({
  1: one("scope", SCOPE),
  2: list("metrics", message({ 1: one("name", "string") })),
});
const RESOURCE_METRICS = message({ 2: list("scopeMetrics", SCOPE_METRICS) });
/** `ExportMetricsServiceRequest`, down to the names of metrics. */
export const METRICS_REQUEST = message({ 1: list("resourceMetrics", RESOURCE_METRICS) });
