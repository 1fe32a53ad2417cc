import { Problem } from "@baton/http";
import type { HttpBindings } from "@hono/node-server";
import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import { EVENTS_ADDRESS } from "./post-events";
import { LOGS_ADDRESS } from "./post-logs";
import { METRICS_ADDRESS } from "./post-metrics";
import { TRACES_ADDRESS } from "./post-traces";

const Count = z.int();

const Stored = z.object({
  lines: Count,
  events: Count,
  duplicates: Count.meta({ description: "Events that were stored before." }),
  quarantined: Count,
  masked_secrets: Count,
  results: z
    .array(z.object({ line: z.int(), status: z.literal(422), code: z.string(), detail: z.string() }))
    .optional()
    .meta({ description: "The quarantined lines, counted from 1." }),
});

const answer = (description: string, schema: z.ZodType) => ({
  description,
  content: { "application/json": { schema } },
});

const refused = {
  description: "Refused (RFC 9457)",
  content: { "application/problem+json": { schema: Problem } },
};

const Event = z.looseObject({}).meta({ description: "A line of a session file." });

/** Describes a signal of OTLP/HTTP 1.x. */
function describeExport(
  path: string,
  operationId: string,
  summary: string,
  list: string,
  rejected: string,
): RouteConfig {
  return {
    method: "post",
    path,
    operationId,
    tags: ["ingest"],
    summary: `${summary} (OTLP/HTTP 1.x)`,
    security: [{ key: [] }],
    request: {
      body: {
        required: true,
        content: {
          "application/json": { schema: z.looseObject({ [list]: z.array(z.unknown()) }) },
          "application/x-protobuf": { schema: z.string().meta({ format: "binary" }) },
        },
      },
    },
    responses: {
      200: answer(
        `Received; \`partialSuccess\` has ${rejected}.`,
        z.object({
          partialSuccess: z.object({ [rejected]: z.string(), errorMessage: z.string() }).optional(),
        }),
      ),
      default: { description: "Refused: a google.rpc.Status of the kind that the request was of" },
    },
  };
}

const ROUTES: RouteConfig[] = [
  {
    method: "post",
    path: EVENTS_ADDRESS,
    operationId: "postEvents",
    tags: ["ingest"],
    summary: "Store events",
    security: [{ key: [] }],
    request: {
      headers: z.object({
        "idempotency-key": z.string().optional().meta({
          description: "Names the batch, so that you can send it again: 1 to 255 ASCII characters.",
        }),
      }),
      body: {
        required: true,
        content: {
          "application/json": { schema: z.array(Event) },
          "application/x-ndjson": { schema: z.string() },
        },
      },
    },
    responses: {
      200: answer("Stored; `results` names the lines that are in quarantine.", Stored),
      default: refused,
    },
  },
  describeExport(TRACES_ADDRESS, "postTraces", "Store OpenTelemetry spans", "resourceSpans", "rejectedSpans"),
  describeExport(LOGS_ADDRESS, "postLogs", "Store OpenTelemetry logs", "resourceLogs", "rejectedLogRecords"),
  describeExport(
    METRICS_ADDRESS,
    "postMetrics",
    "Count OpenTelemetry metrics; none is stored",
    "resourceMetrics",
    "rejectedDataPoints",
  ),
  {
    method: "get",
    path: "/healthz",
    operationId: "getHealth",
    tags: ["operating"],
    summary: "Report that the process is running",
    responses: { 200: answer("The process is running.", z.object({ status: z.literal("ok") })) },
  },
  {
    method: "get",
    path: "/readyz",
    operationId: "getReadiness",
    tags: ["operating"],
    summary: "Report readiness: the database responds and is migrated",
    responses: {
      200: answer("Ready.", z.object({ status: z.literal("ready") })),
      503: answer("Not ready yet.", z.object({ status: z.literal("unavailable"), reason: z.string() })),
    },
  },
  {
    method: "get",
    path: "/metrics",
    operationId: "getMetrics",
    tags: ["operating"],
    summary: "Metrics in the format of Prometheus",
    responses: { 200: { description: "Metrics", content: { "text/plain": { schema: z.string() } } } },
  },
];

/** Serves the OpenAPI document of ingest at `/openapi.json`. */
export function describeRoutes(app: OpenAPIHono<{ Bindings: HttpBindings }>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "An API key with the scope `ingest`.",
  });
  for (const route of ROUTES) app.openAPIRegistry.registerPath(route);
  app.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "Baton ingest",
      version: "1",
      description: "Events and traces that programs post, and endpoints for operators.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/" }],
  });
}
