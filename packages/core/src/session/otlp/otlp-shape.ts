import { type LineShape, ShapeFinder } from "../line-shape";
import { readAttributes } from "./read-attributes";
import { OtlpTraceRequest, Span } from "./request";

/**
 * Counts the spans of a line that Baton does not interpret: those that follow no convention, by the scope
 * (instrumentation library) that wrote them, and those of an unknown kind.
 *
 * @param json one parsed line.
 */
export function readOtlpShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  const request = OtlpTraceRequest.safeParse(json);
  for (const { scopeSpans } of request.data?.resourceSpans ?? []) {
    for (const { scope, spans } of scopeSpans ?? []) {
      for (const value of spans ?? []) {
        const span = Span.safeParse(value);
        if (!span.success) continue;
        const { role, unknownKinds } = readAttributes(span.data.attributes ?? []);
        if (role === null) finder.countSpan(scope?.name ?? "");
        for (const kind of unknownKinds) finder.countType(kind);
      }
    }
  }
  return finder.finish(null);
}
