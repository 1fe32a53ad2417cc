import type { IncomingMessage } from "node:http";
import { Refusal } from "@baton/http";
import { otlp } from "../sources/otlp";
import { divideTraces } from "./divide-traces";
import type { Intake } from "./intake";
import { readRequest, refuseContent, type Signal, toAnswer } from "./otlp-exchange";
import { TRACE_REQUEST } from "./otlp-messages";

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
export async function postTraces(intake: Intake, incoming: IncomingMessage): Promise<Response> {
  const receivedAt = new Date();
  return intake.admit(incoming, async (admitted) => {
    const { workspaceId, prefix } = admitted.key;
    const { json, text } = await readRequest(incoming, admitted.passage, TRACES);
    const lines = divideTraces(json, text, receivedAt.getTime());
    if (!lines) throw refuseContent(TRACES, "it has no resourceSpans");
    if (lines.length === 0) return toAnswer(incoming, TRACES, 0, "");
    const outcome = await intake.store(admitted, {
      place: { workspaceId, prefix, address: TRACES_ADDRESS },
      format: otlp,
      lines: lines.map(({ bytes }) => bytes),
      receivedAt,
      mark: null,
    });
    if (outcome.status !== "stored") throw new Refusal(401, "unknown_key", "Invalid API key.");
    const rejected = outcome.badLines.reduce((sum, { line }) => sum + (lines[line - 1]?.spanCount ?? 0), 0);
    return toAnswer(incoming, TRACES, rejected, outcome.badLines[0]?.reason ?? "");
  });
}
