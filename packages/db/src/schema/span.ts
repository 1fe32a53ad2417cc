import { smallint } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/**
 * The spans of UTC that sums are kept for, in minutes. Clocks of all zones are whole quarters of an hour ahead of
 * UTC or behind it, so these tell the days and hours of any zone apart. The longer spans are few for months.
 */
export const SPANS = { quarterHour: 15, hour: 60, quarterDay: 360, day: 1_440 } as const;
export type Span = keyof typeof SPANS;

/** The columns that every roll-up begins with: whose sums, of how many minutes, and from when on. */
export const spanColumns = () => ({
  workspaceId: workspaceId(),
  span: smallint("span").notNull(),
  start: moment("start").notNull(),
});
