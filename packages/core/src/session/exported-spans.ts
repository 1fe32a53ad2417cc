import { describeSpans, type TraceSpan } from "./otlp/span-records";
import type { RecordsResult } from "./read-records";
import { shortenTitle } from "./session-title";

/**
 * Converts the spans of an export to records. Spans of one trace may be on several lines, so they are
 * combined when they are stored.
 *
 * @param title title of the session.
 */
export function readExportedSpans(
  spans: readonly TraceSpan[],
  { family, title }: { family: string; title: string | null },
): RecordsResult {
  const { records, facts } = describeSpans(spans, family);
  const [first, ...others] = records;
  if (!first) return { ok: false, problem: { code: "not_an_event", message: "the value has no spans" } };
  return { ok: true, records: [{ ...first, title: shortenTitle(title), spans: facts }, ...others] };
}
