import { expect, it } from "vitest";
import { readOtlpShape } from "./otlp-shape";

const span = (spanId: string, attributes: Record<string, string>) => ({
  traceId: "t",
  spanId,
  attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
});

it("readOtlpShape counts uninterpreted spans by library or kind", () => {
  const request = {
    resourceSpans: [
      {
        scopeSpans: [
          {
            scope: { name: "@opentelemetry/instrumentation-http", version: "0.1" },
            spans: [span("1", { "http.method": "GET" }), span("2", {})],
          },
          { scope: { name: "what the user asked" }, spans: [span("3", {}), "no span"] },
          { spans: [span("4", {}), span("5", { "openinference.span.kind": "DREAM" })] },
          {
            scope: { name: "openinference.instrumentation.crewai" },
            spans: [span("6", { "openinference.span.kind": "CHAIN" }), span("7", { "gen_ai.system": "x" })],
          },
        ],
      },
    ],
  };
  expect(readOtlpShape(request)).toEqual({
    toolVersion: null,
    unknown: [
      "span: @opentelemetry/instrumentation-http",
      "span: @opentelemetry/instrumentation-http",
      "span: …",
      "span: …",
      "type: openinference.span.kind.DREAM",
    ],
  });
});
