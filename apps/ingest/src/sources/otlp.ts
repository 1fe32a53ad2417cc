import { readOtlpLine, readOtlpShape } from "@baton/core/session";
import type { LineFormat } from "./source-format";

/** Traces of OpenTelemetry in the JSON form of OTLP, an export a line, as its file exporters write them. */
export const otlp: LineFormat = {
  kind: "lines",
  name: "otlp",
  ownsPath: () => false,
  ownsLine: (line) => Array.isArray(line.resourceSpans),
  readLine: readOtlpLine,
  readShape: readOtlpShape,
  // Each span names its session; other spans belong to none.
  sessionOf: () => null,
};
