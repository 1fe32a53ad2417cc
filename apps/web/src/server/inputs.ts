import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS } from "@baton/core/session";
import { SESSION_SORTS } from "@baton/db";
import { z } from "zod";
import { isRange } from "../search/range";
import { isComparison } from "../search/savings-choices";
import { isTimeZone } from "../search/time-zone";

/** A comment, a note or a reason that a person writes about a change. */
export const Comment = z.string().trim().max(4_000);

/** Years 1 and 9999: JavaScript and PostgreSQL both support the times between them. */
const [EARLIEST, LATEST] = [-62_135_596_800_000, 253_402_300_799_999];

/** Sort value in a cursor: a moment in milliseconds, or a number. */
export const SortValue = z.number().min(EARLIEST).max(LATEST);

/** A time in a cursor. */
export const Moment = z.date().min(new Date(EARLIEST)).max(new Date(LATEST));

/** A preset (`30d`), or two days, both included (`2026-10-01..2026-10-31`). */
export const Range = z
  .string()
  .refine(
    isRange,
    "must be 24h, 7d, 30d, 90d, month, last-month, quarter, year or two dates such as 2026-10-01..2026-10-31",
  );

/** An IANA name such as `Europe/Berlin`. */
export const TimeZone = z.string().max(64).refine(isTimeZone, "must be a known IANA time zone");

/** Period of a page, and the time zone of its days. */
export const PeriodInput = z.object({ range: Range, tz: TimeZone });
export type PeriodInput = z.infer<typeof PeriodInput>;

/** Period to which a savings page compares its own. */
const Compared = z
  .string()
  .refine(isComparison, "must be before, weekday, year, none or two dates such as 2026-10-01..2026-10-31");

/**
 * Period and filters of a savings page. An empty
 * `rule` means "no rule, the default applied". Without `compare`, the period is compared with the previous one.
 */
export const SavingsView = PeriodInput.extend({
  agent: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  rule: z.string().optional(),
  mode: z.enum(HANDOFF_MODES).optional(),
  workflow: z.string().optional(),
  compare: Compared.optional(),
});
export type SavingsView = z.infer<typeof SavingsView>;

const Name = z.string().max(256);
const filters = {
  tz: TimeZone.optional(),
  agent: Name.optional(),
  from: Name.optional(),
  to: Name.optional(),
  rule: Name.optional(),
  mode: z.enum(HANDOFF_MODES).optional(),
  workflow: Name.optional(),
};
const isTrue = z.literal("true").optional();

/** URL parameters of the savings pages and of a report. */
export const SavedViewParams = z.strictObject({ ...filters, range: Range, compare: Compared.optional() });
export type SavedViewParams = z.infer<typeof SavedViewParams>;

/** URL parameters that a saved view keeps: only those that its page understands. */
export const VIEW_PARAMS = {
  savings: SavedViewParams,
  sessions: z.strictObject({
    ...filters,
    range: Range.optional(),
    search: z.string().max(200).optional(),
    sort: z.enum(SESSION_SORTS).optional(),
    kind: z.enum(HANDOFF_KINDS).optional(),
    format: Name.optional(),
    project: z.string().max(4_096).optional(),
    errors: isTrue,
    violation: isTrue,
    leak: isTrue,
    columns: z.string().max(400).optional(),
  }),
};
export type ViewPage = keyof typeof VIEW_PARAMS;
/** URL parameters of a page. */
export type ViewParams = Readonly<Record<string, string>>;
