import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Message, Scalar, Type } from "./otlp-messages";

/**
 * Maximum depth of nested messages; deeper nesting is an attack. Its JSON stays below the maximum depth of a
 * line.
 */
const MAX_DEPTH = 48;
/** An empty message takes two bytes on the wire and fifty times that in memory. */
const MAX_VALUES = 500_000;

/**
 * Decodes a request of OTLP into its JSON form (OTLP 1.x, "JSON Protobuf Encoding": IDs in hex,
 * 64-bit integers as text). Ignores unknown fields.
 *
 * @throws if the bytes are not such a message, or it is too large.
 */
export function decodeRequest(bytes: Uint8Array, request: Message): Record<string, unknown> {
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
      if (valueCount > MAX_VALUES) throw new Error("it contains too many values");
      const read =
        typeof field.type === "string"
          ? readScalar(reader, field.type)
          : readMessage(field.type, endOfMessage(reader, end), depth + 1);
      if (field.isList) listOf(field.name).push(read);
      else value[field.name] = read;
    }
    if (reader.pos !== end) throw new Error("a field extends past the end of its message");
    return Object.assign(value, Object.fromEntries(lists));
  };
  return readMessage(request, bytes.length, 0);
}

function endOfMessage(reader: BinaryReader, end: number): number {
  const length = reader.uint32();
  if (reader.pos + length > end) throw new Error("a message extends past the end of its parent");
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

/**
 * Encodes the response to an export. Without rejected values it is empty, which means that everything was
 * stored.
 */
export function encodeExportResponse(rejectedCount: number, errorMessage: string): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  if (rejectedCount > 0) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).int64(rejectedCount);
    writer.tag(2, WireType.LengthDelimited).string(errorMessage);
    writer.join();
  }
  return writer.finish();
}

/** Encodes a `google.rpc.Status`. */
export function encodeStatus(code: number, text: string): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  return writer.tag(1, WireType.Varint).int32(code).tag(2, WireType.LengthDelimited).string(text).finish();
}
