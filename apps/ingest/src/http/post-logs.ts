import type { IncomingMessage } from "node:http";
import { OtlpLogsRequest } from "@baton/core/session";
import { otlpLogs } from "../sources/otlp";
import type { Intake } from "./intake";
import type { Signal } from "./otlp-exchange";
import { LOGS_REQUEST } from "./otlp-messages";
import { type SignalLine, storeSignal } from "./store-signal";

export const LOGS_ADDRESS = "/v1/logs";

const LOGS: Signal = {
  request: "ExportLogsServiceRequest",
  message: LOGS_REQUEST,
  list: "resourceLogs",
  rejected: "rejectedLogRecords",
};

/**
 * `POST /v1/logs`: OTLP/HTTP 1.x as protobuf or JSON. Stores each log record as a line, so that an invalid one
 * is quarantined alone and counted as rejected.
 *
 * @throws {Refusal} if nothing is stored.
 */
export function postLogs(intake: Intake, incoming: IncomingMessage): Promise<Response> {
  const divide = (json: unknown) => {
    const request = OtlpLogsRequest.safeParse(json);
    return request.success ? divideLogs(request.data) : null;
  };
  return storeSignal(intake, incoming, { signal: LOGS, address: LOGS_ADDRESS, format: otlpLogs, divide });
}

function divideLogs({ resourceLogs }: OtlpLogsRequest): SignalLine[] {
  return resourceLogs.flatMap(({ resource, scopeLogs }) =>
    (scopeLogs ?? []).flatMap(({ scope, logRecords }) =>
      (logRecords ?? []).map((record) => {
        const line = { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }] };
        return { bytes: Buffer.from(JSON.stringify(line)), count: 1 };
      }),
    ),
  );
}
