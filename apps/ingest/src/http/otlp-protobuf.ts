import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/**
 * Messages within messages; what nests deeper is an attack. As JSON it
 * stays below the depth that a line may have.
 */
const MAX_DEPTH = 48;
/** An empty message takes two bytes on the wire and fifty times that in memory. */
const MAX_VALUES = 500_000;

type Scalar =
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
type Type = Scalar | Message;
/** The fields of a message by their numbers, each with its name in JSON. */
type Message = ReadonlyMap<number, Field>;
interface Field {
  name: string;
  type: Type;
  isList: boolean;
}

const one = (name: string, type: Type): Field => ({ name, type, isList: false });
const list = (name: string, type: Type): Field => ({ name, type, isList: true });
const message = (fields: Readonly<Record<number, Field>>): Map<number, Field> =>
  new Map(Object.entries(fields).map(([number, field]) => [Number(number), field]));

// The messages of opentelemetry-proto 1.x: common/v1/common.proto,
// resource/v1/resource.proto, trace/v1/trace.proto.
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
const TRACE_REQUEST = message({ 1: list("resourceSpans", RESOURCE_SPANS) });

/**
 * Decodes an `ExportTraceServiceRequest` into its JSON form (OTLP 1.x, "JSON Protobuf Encoding": IDs in hex,
 * 64-bit integers as text). Ignores unknown fields.
 *
 * @throws if the bytes are not such a message, or it is too large.
 */
export function decodeTraceRequest(bytes: Uint8Array): Record<string, unknown> {
  const reader = new BinaryReader(bytes);
  let valueCount = 0;
  const readMessage = (fields: Message, end: number, depth: number): Record<string, unknown> => {
    if (depth > MAX_DEPTH) throw new Error("it is nested too deep");
    const value: Record<string, unknown> = {};
    const lists = new Map<string, unknown[]>();
    const listOf = (name: string) => {
      const values = lists.get(name) ?? [];
      lists.set(name, values);
      return values;
    };
    while (reader.pos < end) {
      const [number, wireType] = reader.tag();
      const field = fields.get(number);
      if (!field || wireType !== wireTypeOf(field.type)) {
        reader.skip(wireType, number);
        continue;
      }
      valueCount += 1;
      if (valueCount > MAX_VALUES) throw new Error("it holds too many values");
      const read =
        typeof field.type === "string"
          ? readScalar(reader, field.type)
          : readMessage(field.type, endOfMessage(reader, end), depth + 1);
      if (field.isList) listOf(field.name).push(read);
      else value[field.name] = read;
    }
    if (reader.pos !== end) throw new Error("a field goes on behind the end of its message");
    return Object.assign(value, Object.fromEntries(lists));
  };
  return readMessage(TRACE_REQUEST, bytes.length, 0);
}

function endOfMessage(reader: BinaryReader, end: number): number {
  const length = reader.uint32();
  if (reader.pos + length > end) throw new Error("a message goes on behind the end of the one around it");
  return reader.pos + length;
}

function wireTypeOf(type: Type): WireType {
  switch (type) {
    case "int64":
    case "uint32":
    case "int32":
    case "bool":
      return WireType.Varint;
    case "fixed64":
    case "double":
      return WireType.Bit64;
    case "fixed32":
      return WireType.Bit32;
    default:
      return WireType.LengthDelimited;
  }
}

function readScalar(reader: BinaryReader, type: Scalar): string | number | boolean {
  switch (type) {
    case "string":
      return reader.string(true);
    case "hex":
      return Buffer.from(reader.bytes()).toString("hex");
    case "base64":
      return Buffer.from(reader.bytes()).toString("base64");
    case "int64":
    case "fixed64":
      return String(reader[type]());
    case "double": {
      const double = reader.double();
      return Number.isFinite(double) ? double : String(double);
    }
    default:
      return reader[type]();
  }
}

/** An `ExportTraceServiceResponse`; without rejected spans it is empty, which says that all were taken. */
export function encodeTraceResponse(rejectedSpans: number, errorMessage: string): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  if (rejectedSpans > 0) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).int64(rejectedSpans);
    writer.tag(2, WireType.LengthDelimited).string(errorMessage);
    writer.join();
  }
  return writer.finish();
}

/** A `google.rpc.Status`. */
export function encodeStatus(code: number, text: string): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  return writer.tag(1, WireType.Varint).int32(code).tag(2, WireType.LengthDelimited).string(text).finish();
}
