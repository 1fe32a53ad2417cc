import { readOtlpLine } from "@baton/core/session-readers";
import type { LineFormat } from "./source-format";

/** Traces of OpenTelemetry in the JSON form of OTLP, an export a line, as its file exporters write them. */
export const otlp: LineFormat = {
  kind: "lines",
  name: "otlp",
  ownsPath: () => false,
  ownsLine: (line) => Array.isArray(line.resourceSpans),
  readLine: readOtlpLine,
  // Each span names its session; what is no span of an agent belongs to none.
  sessionOf: () => null,
};
