import type { IncomingMessage } from "node:http";
import { otlp } from "../sources/otlp";
import { divideTraces } from "./divide-traces";
import type { Intake } from "./intake";
import type { Signal } from "./otlp-exchange";
import { TRACE_REQUEST } from "./otlp-messages";
import { storeSignal } from "./store-signal";

export const TRACES_ADDRESS = "/v1/traces";

const TRACES: Signal = {
  request: "ExportTraceServiceRequest",
  message: TRACE_REQUEST,
  list: "resourceSpans",
  rejected: "rejectedSpans",
};

/**
 * `POST /v1/traces`: OTLP/HTTP 1.x as protobuf or JSON. The response has the same format. Quarantines invalid
 * spans, counts them as rejected, and stores the others (partial success).
 *
 * @throws {Refusal} if nothing is stored.
 */
export function postTraces(intake: Intake, incoming: IncomingMessage): Promise<Response> {
  const traces = { signal: TRACES, address: TRACES_ADDRESS, format: otlp, divide: divideTraces };
  return storeSignal(intake, incoming, traces);
}
