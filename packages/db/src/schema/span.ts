import { moment } from "./columns";

/**
 * The spans of time (UTC) that sums are kept for: those of hours know a range's ends
 * and zone, those of days are few for months.
 */
export const SPANS = ["hour", "day"] as const;

/**
 * And for what has many rows in each: weeks, which begin on Thursdays, as 1970 did, and quarters of a day,
 * since the ends of a range lie hours beside the days of UTC wherever people live by another clock.
 */
export const ALL_SPANS = ["hour", "quarter_day", "day", "week"] as const;
export type Span = (typeof ALL_SPANS)[number];

/** When the span begins that a row of sums is of. */
export const spanStart = (span: Span) => moment(span).notNull();
