import { moment } from "./columns";

/** The spans of time (UTC) that sums are kept for: those of hours know a range's ends and zone, those of days are few for months. */
export const SPANS = ["hour", "day"] as const;

/** And for what is ranked over months, and has many rows in a day: weeks, which begin on Thursdays, as 1970 did. */
export const SPANS_WITH_WEEKS = [...SPANS, "week"] as const;
export type Span = (typeof SPANS_WITH_WEEKS)[number];

/** When the span begins that a row of sums is of. */
export const spanStart = (span: Span) => moment(span).notNull();
