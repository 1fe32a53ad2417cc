import type { IncomingMessage } from "node:http";
import { OtlpLogsRequest } from "@baton/core/session";
import { Refusal } from "@baton/http";
import { otlpLogs } from "../sources/otlp";
import type { Intake } from "./intake";
import { readRequest, refuseContent, type Signal, toAnswer } from "./otlp-exchange";
import { LOGS_REQUEST } from "./otlp-messages";

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
export async function postLogs(intake: Intake, incoming: IncomingMessage): Promise<Response> {
  const receivedAt = new Date();
  return intake.admit(incoming, async (admitted) => {
    const { workspaceId, prefix } = admitted.key;
    const { json } = await readRequest(incoming, admitted.passage, LOGS);
    const request = OtlpLogsRequest.safeParse(json);
    if (!request.success) throw refuseContent(LOGS, "it has no resourceLogs");
    const lines = divideLogs(request.data);
    if (lines.length === 0) return toAnswer(incoming, LOGS, 0, "");
    const outcome = await intake.store(admitted, {
      place: { workspaceId, prefix, address: LOGS_ADDRESS },
      format: otlpLogs,
      lines,
      receivedAt,
      mark: null,
    });
    if (outcome.status !== "stored") throw new Refusal(401, "unknown_key", "Invalid API key.");
    return toAnswer(incoming, LOGS, outcome.badLines.length, outcome.badLines[0]?.reason ?? "");
  });
}

function divideLogs({ resourceLogs }: OtlpLogsRequest): Buffer[] {
  return resourceLogs.flatMap(({ resource, scopeLogs }) =>
    (scopeLogs ?? []).flatMap(({ scope, logRecords }) =>
      (logRecords ?? []).map((record) => {
        const line = { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [record] }] }] };
        return Buffer.from(JSON.stringify(line));
      }),
    ),
  );
}
