import { smallint } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * Lengths of the UTC time spans of rollups, in minutes. All time zones have offsets of whole quarters of an
 * hour, so these spans can form the days and hours of any zone. Longer spans keep the number of rows small
 * for months.
 */
export const SPANS = { quarterHour: 15, hour: 60, quarterDay: 360, day: 1_440 } as const;
export type Span = keyof typeof SPANS;

/** First columns of every rollup: workspace, span length in minutes, and start. */
export const spanColumns = () => ({
  workspaceId: workspaceId(),
  span: smallint("span").notNull(),
  start: moment("start").notNull(),
});
