import {
  OtlpTraceRequest,
  readOtlpLine,
  readOtlpLogsLine,
  readOtlpLogsShape,
  readOtlpShape,
} from "@baton/core/session";
import type { LineFormat, RecordDocumentFormat } from "./source-format";

/** OpenTelemetry traces in the JSON form of OTLP, one export per line, as file exporters write them. */
export const otlp: LineFormat = {
  kind: "lines",
  name: "otlp",
  about: { files: "JSON lines: OpenTelemetry traces (resourceSpans)", version: "OTLP 1.x" },
  ownsPath: () => false,
  ownsLine: (line) => Array.isArray(line.resourceSpans),
  readLine: readOtlpLine,
  readShape: readOtlpShape,
  // Each span names its session; other spans belong to none.
  sessionOf: () => null,
};

/** One export in its own file, over several lines. */
export const otlpDocument: RecordDocumentFormat = {
  ...otlp,
  kind: "record-document",
  name: "otlp-json",
  about: { files: "JSON: an OpenTelemetry export (resourceSpans)", version: "OTLP 1.x" },
  ownsLine: () => false,
  ownsDocument: (document) => OtlpTraceRequest.safeParse(document).success,
};

/** Logs of OpenTelemetry in the JSON form of OTLP: events of Claude Code. */
export const otlpLogs: LineFormat = {
  kind: "lines",
  name: "otlp-logs",
  about: { files: "JSON lines: OpenTelemetry logs of Claude Code (resourceLogs)", version: "2.1" },
  ownsPath: () => false,
  ownsLine: (line) => Array.isArray(line.resourceLogs),
  readLine: readOtlpLogsLine,
  readShape: readOtlpLogsShape,
  // Each log record names its session; those of other programs belong to none.
  sessionOf: () => null,
};
