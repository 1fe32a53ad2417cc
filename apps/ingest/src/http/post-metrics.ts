import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Intake } from "./intake";
import { readRequest, refuseContent, type Signal, toAnswer } from "./otlp-exchange";
import { METRICS_REQUEST } from "./otlp-messages";

export const METRICS_ADDRESS = "/v1/metrics";

const METRICS: Signal = {
  request: "ExportMetricsServiceRequest",
  message: METRICS_REQUEST,
  list: "resourceMetrics",
  rejected: "rejectedDataPoints",
};

const MetricsRequest = z.object({
  resourceMetrics: z.array(
    z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(z.unknown()).nullish() })).nullish() }),
  ),
});

/**
 * `POST /v1/metrics`: accepts OTLP/HTTP 1.x as protobuf or JSON, so that a client with one endpoint for all
 * signals works. Metrics sum up the calls that logs, traces and transcripts report one by one, so Baton counts
 * them and stores nothing.
 *
 * @param countMetrics receives the number of metrics.
 * @throws {Refusal} if the key or the request is invalid.
 */
export async function postMetrics(
  intake: Intake,
  incoming: IncomingMessage,
  countMetrics: (count: number) => void,
): Promise<Response> {
  return intake.admit(incoming, async ({ passage }) => {
    const { json } = await readRequest(incoming, passage, METRICS);
    const request = MetricsRequest.safeParse(json);
    if (!request.success) throw refuseContent(METRICS, "it has no resourceMetrics");
    const scopes = request.data.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics ?? []);
    countMetrics(scopes.reduce((sum, { metrics }) => sum + (metrics?.length ?? 0), 0));
    return toAnswer(incoming, METRICS, 0, "");
  });
}
