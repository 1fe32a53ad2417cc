import { HANDOFF_MODES } from "@baton/core/policy";
import fc from "fast-check";
import type { SavingsSeriesScope } from "../src/sql/savings/savings-bucket";

export const AGENTS = ["a", "b", "c"];
export const RULES = ["r1", "r2", null];
export const WORKFLOWS = ["w1", "w2", null];
/**
 * Two time zones with daylight saving in opposite seasons, one that changes its clocks at midnight, one far
 * ahead of UTC, three with offsets of half or quarter hours, one of them with half an hour of daylight
 * saving, and one without any.
 */
const ZONES = [
  "Europe/Berlin",
  "America/Los_Angeles",
  "America/Havana",
  "Pacific/Auckland",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "UTC",
];
/**
 * Weeks in which clocks change: on 29 March and 25 October in Europe, on 8 March and 1
 * November in America, on 5 April on Lord Howe.
 */
const WEEKS = ["2026-03-05", "2026-03-26", "2026-04-01", "2026-10-22", "2026-10-30"].map((day) =>
  Date.parse(day),
);
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

/** A time in one of those weeks. */
export const anyTime = fc
  .tuple(fc.constantFrom(...WEEKS), fc.nat(WEEK - 1))
  .map(([week, offset]) => new Date(week + offset));

/** A range that starts on whole hours or not, with days or hours of a time zone, and a filter. */
export function anyScope(workspaceId: () => string): fc.Arbitrary<SavingsSeriesScope> {
  return fc
    .record({
      week: fc.constantFrom(...WEEKS),
      first: fc.nat(WEEK),
      length: fc.integer({ min: 1, max: 3 * WEEK }),
      isOnHours: fc.boolean(),
      timeZone: fc.constantFrom(...ZONES),
      bucket: fc.constantFrom("day" as const, "hour" as const),
      filter: fc.record(
        {
          agent: fc.constantFrom(...AGENTS),
          from: fc.constantFrom(...AGENTS),
          to: fc.constantFrom(...AGENTS),
          ruleId: fc.constantFrom("r1", ""),
          mode: fc.constantFrom(...HANDOFF_MODES),
          workflow: fc.constantFrom("w1", "w2"),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ week, first, length, isOnHours, timeZone, bucket, filter }) => {
      const unit = isOnHours ? HOUR : 1;
      const start = Math.floor((week + first) / unit) * unit;
      const end = Math.ceil((start + length) / unit) * unit;
      const range = { start: new Date(start), end: new Date(end), timeZone };
      return { workspaceId: workspaceId(), range, bucket, filter };
    });
}

export function isInRange(moment: Date, { range }: SavingsSeriesScope): boolean {
  return moment >= range.start && moment < range.end;
}

/** Returns the local day or hour of a time in the scope's time zone, according to JavaScript's calendar. */
export function keyOf(moment: Date, { range: { timeZone }, bucket }: SavingsSeriesScope): string {
  const text = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  }).format(moment);
  const [day = "", hour = ""] = text.split(" ");
  return bucket === "hour" ? `${day}T${hour.slice(0, 2)}` : day;
}

/** Groups rows by a key, and reduces each group with `sum`. */
export function groupBy<Row, Totals>(
  rows: readonly Row[],
  key: (row: Row) => string,
  sum: (rows: readonly Row[]) => Totals,
): Record<string, Totals> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return Object.fromEntries([...groups].map(([name, group]) => [name, sum(group)]));
}

export function total<Row>(rows: readonly Row[], figure: (row: Row) => number | null): number {
  return rows.reduce((sum, row) => sum + (figure(row) ?? 0), 0);
}
