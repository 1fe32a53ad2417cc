import type { IncomingMessage } from "node:http";
import { Refusal } from "@baton/http";
import { checkLine } from "../pipeline/check-line";
import { MAX_LINE_BYTES } from "../pipeline/read-lines";
import type { Passage } from "./gate";
import type { Message } from "./otlp-messages";
import { decodeRequest, encodeExportResponse, encodeStatus } from "./otlp-protobuf";
import { mediaTypeOf, readPosted } from "./post-events";

const JSON_TYPE = "application/json";
const PROTOBUF_TYPE = "application/x-protobuf";

/** An OTLP signal. */
export interface Signal {
  /** Name of the request message in opentelemetry-proto. */
  request: string;
  message: Message;
  /** Name of the list in the request. */
  list: string;
  /** Name of the count of rejected values in the response. */
  rejected: string;
}

/** A request in its JSON form. `text` is its JSON, as received or as decoded. */
interface PostedRequest {
  json: unknown;
  text: Buffer;
}

/**
 * Reads a request of OTLP/HTTP 1.x, protobuf or JSON.
 *
 * @throws {Refusal} 400 if it is not a request of this signal, 413, 415.
 */
export async function readRequest(
  incoming: IncomingMessage,
  passage: Passage,
  signal: Signal,
): Promise<PostedRequest> {
  const type = mediaTypeOf(incoming);
  if (type !== JSON_TYPE && type !== PROTOBUF_TYPE) {
    const accept = `${PROTOBUF_TYPE}, ${JSON_TYPE}`;
    throw new Refusal(415, "unsupported_type", `Send OTLP as ${accept}.`, { headers: { accept } });
  }
  const body = await readPosted(incoming, passage);
  const text = type === JSON_TYPE ? body : toJson(body, signal);
  if (text.length > MAX_LINE_BYTES) {
    const message = `A request may contain at most ${MAX_LINE_BYTES / 1024 / 1024} MiB as JSON. Export in smaller batches.`;
    throw new Refusal(413, "request_too_large", message);
  }
  const checked = checkLine(text);
  if (!checked.ok) throw refuseContent(signal, checked.problem.message);
  return { json: withList(checked.json, signal), text };
}

/** Adds the list, because ProtoJSON may omit an empty one. */
function withList(json: unknown, { list }: Signal): unknown {
  const isEmpty = typeof json === "object" && json !== null && !(list in json);
  return isEmpty && !Array.isArray(json) ? { [list]: [] } : json;
}

function toJson(body: Buffer, signal: Signal): Buffer {
  try {
    return Buffer.from(JSON.stringify(decodeRequest(body, signal.message)));
  } catch (error) {
    throw refuseContent(signal, error instanceof Error ? error.message : String(error));
  }
}

export function refuseContent({ request }: Signal, reason: string): Refusal {
  const code = "no_otlp_request";
  return new Refusal(400, code, `This is not an ${request}: ${reason}.`);
}

/** Returns the response to a request, in the same encoding. */
export function toAnswer(
  incoming: IncomingMessage,
  { rejected }: Signal,
  rejectedCount: number,
  errorMessage: string,
): Response {
  const type = mediaTypeOf(incoming);
  const headers = { "content-type": type };
  if (type === PROTOBUF_TYPE)
    return new Response(encodeExportResponse(rejectedCount, errorMessage), { headers });
  const partialSuccess = { [rejected]: String(rejectedCount), errorMessage };
  return Response.json(rejectedCount > 0 ? { partialSuccess } : {}, { headers });
}

/** gRPC codes (google/rpc/code.proto) by HTTP status. */
const RPC_CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  413: 8,
  415: 3,
  429: 8,
  503: 14,
};
const INTERNAL = 13;

/** Returns a refusal as a `google.rpc.Status` in the encoding of the request, as OTLP requires. */
export function toStatus({ status, message, headers }: Refusal, incoming: IncomingMessage): Response {
  const code = RPC_CODES[status] ?? INTERNAL;
  if (mediaTypeOf(incoming) !== PROTOBUF_TYPE) return Response.json({ code, message }, { status, headers });
  const type = { "content-type": PROTOBUF_TYPE };
  return new Response(encodeStatus(code, message), { status, headers: { ...type, ...headers } });
}
