import type { IncomingMessage } from "node:http";
import { Refusal } from "@baton/http";
import { checkLine } from "../pipeline/check-line";
import { MAX_LINE_BYTES } from "../pipeline/read-lines";
import { otlp } from "../sources/otlp";
import { divideTraces, type TraceLine } from "./divide-traces";
import type { Intake } from "./intake";
import { decodeTraceRequest, encodeStatus, encodeTraceResponse } from "./otlp-protobuf";
import { mediaTypeOf, readPosted } from "./post-events";

export const TRACES_ADDRESS = "/v1/traces";

const JSON_TYPE = "application/json";
const PROTOBUF_TYPE = "application/x-protobuf";

/**
 * `POST /v1/traces`: OTLP/HTTP 1.x as protobuf or JSON. The response has the same format. Quarantines invalid
 * spans, counts them as rejected, and stores the others (partial success).
 *
 * @throws {Refusal} if nothing is stored.
 */
export async function postTraces(intake: Intake, incoming: IncomingMessage): Promise<Response> {
  const receivedAt = new Date();
  return intake.admit(incoming, async (admitted) => {
    const { workspaceId, prefix } = admitted.key;
    const type = mediaTypeOf(incoming);
    if (type !== JSON_TYPE && type !== PROTOBUF_TYPE) {
      const accept = `${PROTOBUF_TYPE}, ${JSON_TYPE}`;
      throw new Refusal(415, "unsupported_type", `Traces come as ${accept}.`, { headers: { accept } });
    }
    const body = await readPosted(incoming, admitted.passage);
    const text = type === JSON_TYPE ? body : toJson(body);
    const lines = readRequest(text, receivedAt.getTime());
    if (lines.length === 0) return toAnswer(type, 0, "");
    const outcome = await intake.store(admitted, {
      place: { workspaceId, prefix, address: TRACES_ADDRESS },
      format: otlp,
      lines: lines.map(({ bytes }) => bytes),
      receivedAt,
      mark: null,
    });
    if (outcome.status !== "stored") throw new Refusal(401, "unknown_key", "The API key is not known.");
    const rejected = outcome.badLines.reduce((sum, { line }) => sum + (lines[line - 1]?.spanCount ?? 0), 0);
    return toAnswer(type, rejected, outcome.badLines[0]?.reason ?? "");
  });
}

function toJson(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(decodeTraceRequest(body)));
  } catch (error) {
    throw refuseContent(error instanceof Error ? error.message : String(error));
  }
}

function readRequest(text: Buffer, now: number): TraceLine[] {
  if (text.length > MAX_LINE_BYTES) {
    const message = `A request holds ${MAX_LINE_BYTES / 1024 / 1024} MiB at most, as JSON. Export in smaller batches.`;
    throw new Refusal(413, "request_too_large", message);
  }
  const checked = checkLine(text);
  if (!checked.ok) throw refuseContent(checked.problem.message);
  const lines = divideTraces(checked.json, text, now);
  if (!lines) throw refuseContent("it has no resourceSpans");
  return lines;
}

function refuseContent(reason: string): Refusal {
  return new Refusal(400, "no_trace_request", `This is no ExportTraceServiceRequest: ${reason}.`);
}

function toAnswer(type: string, rejectedSpans: number, errorMessage: string): Response {
  const headers = { "content-type": type };
  if (type === PROTOBUF_TYPE)
    return new Response(encodeTraceResponse(rejectedSpans, errorMessage), { headers });
  const partialSuccess = { rejectedSpans: String(rejectedSpans), errorMessage };
  return Response.json(rejectedSpans > 0 ? { partialSuccess } : {}, { headers });
}

/** Codes of gRPC (google/rpc/code.proto) by the status of HTTP. */
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

/** A refusal as OTLP wants it: a `google.rpc.Status`, of the kind that the request was of. */
export function toStatus({ status, message, headers }: Refusal, incoming: IncomingMessage): Response {
  const code = RPC_CODES[status] ?? INTERNAL;
  if (mediaTypeOf(incoming) !== PROTOBUF_TYPE) return Response.json({ code, message }, { status, headers });
  const type = { "content-type": PROTOBUF_TYPE };
  return new Response(encodeStatus(code, message), { status, headers: { ...type, ...headers } });
}
