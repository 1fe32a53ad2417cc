import { getTableName, type SQL, sql } from "drizzle-orm";
import { SPANS, type Span } from "../../schema/index";
import { lengthOf, type RollUp } from "./roll-up";
import { hasDaysOfUtc, isInStepsOf, partsOfOtherDays, type TimeRange } from "./time-range";

/** Time grouping of rows: days or hours of the range's time zone, or none. */
export type Grain = "day" | "hour" | "range";

/** Key columns and summed columns of rows. */
export interface SumColumns {
  keys: readonly string[];
  sums: readonly string[];
}

interface Summed extends SumColumns {
  rollUp: RollUp;
  /** The source of a rollup: a subquery of rows with the same columns and their time as `at`. */
  rows: SQL;
  /** Condition for the rows of both sources. */
  where: SQL;
}

/**
 * Returns the sums of a range. Uses the longest spans that fit its days or hours, shorter ones at its ends,
 * and single rows for partial quarters of an hour.
 *
 * @returns a subquery of rows with the keys and the sums. With a time grouping, each row has its time as
 * `at`. In time zones other than UTC it also has `taken_from`, the time from which its sums must be
 * subtracted, or null.
 */
export function readTotals(range: TimeRange, grain: Grain, summed: Summed): SQL {
  return sql`(${sql.join(cover(range, listSources(range, grain, summed)), sql` union all `)})`;
}

/** Sums only the single rows, for a filter that no rollup supports. */
export function readRows(range: TimeRange, grain: Grain, summed: Omit<Summed, "rollUp">): SQL {
  return sql`(${selectRowsOf(summed, timeOf(range, grain))(range)})`;
}

type Times = Pick<TimeRange, "start" | "end">;
type Select = (times: Times) => SQL;

/** The part of a range that starts and ends on multiples of a length, in milliseconds. */
interface Source {
  length: number;
  select: Select;
}

function listSources(range: TimeRange, grain: Grain, summed: Summed): Source[] {
  const time = timeOf(range, grain);
  const sourceOf = (span: Span): Source => ({
    length: lengthOf(span),
    select: (times) =>
      sql`${selectWithTime(summed, time(sql`start`))} from ${tableOf(summed)} where ${isOf(summed, span, times)}`,
  });
  const rows = { length: 1, select: selectRowsOf(summed, time) };
  const [hours, quarterHours] = [sourceOf("hour"), sourceOf("quarterHour")];
  if (grain === "range" || hasDaysOfUtc(range)) {
    const longer = grain === "hour" ? [] : [sourceOf("day"), sourceOf("quarterDay")];
    return [...longer, hours, quarterHours, rows];
  }
  if (!isInStepsOf(quarterHours.length, range)) return [rows];
  const shorter = isInStepsOf(hours.length, range) ? [hours, quarterHours, rows] : [quarterHours, rows];
  return grain === "hour" ? shorter : [daysOfZone(range.timeZone, summed), ...shorter];
}

/**
 * Sums UTC days as days of the time zone: each counts for the local day that contains its noon. Parts in
 * another local day are subtracted there and added to their own day.
 */
function daysOfZone(timeZone: string, summed: Summed): Source {
  const noon = sql`start + interval '12 hours' as at, null::timestamptz as taken_from, `;
  const moved = sql.raw([...summed.keys, ...summed.sums.map((sum) => `sign * ${sum}`)].join());
  return {
    length: lengthOf("day"),
    select: (times) => {
      const parts = partsOfOtherDays({ ...times, timeZone }).flatMap(({ start, end, noon }) =>
        splitIntoSpans(start, end).map((part) => ({ ...part, own: new Date(start), noon: new Date(noon) })),
      );
      return sql`${selectWithTime(summed, noon)} from ${tableOf(summed)} where ${isOf(summed, "day", times)}
        union all select part.own, part.noon, ${moved}
        from json_to_recordset(${JSON.stringify(parts)}::text::json)
            as part(sign int, span smallint, start timestamptz, "end" timestamptz, own timestamptz, noon timestamptz),
          lateral (select ${sql.raw([...summed.keys, ...summed.sums].join())} from ${tableOf(summed)} where ${summed.where}
            and span = part.span and start >= part.start and start < part."end" offset 0) moved`;
    },
  };
}

/** A time covered by spans of one length in minutes, which are added, or subtracted from longer spans. */
interface SignedPart extends Times {
  sign: number;
  span: number;
}

/** Covers a time with as few spans as possible, some of which extend beyond it. */
function splitIntoSpans(
  start: number,
  end: number,
  sign = 1,
  [span, ...shorter]: readonly Span[] = ["quarterDay", "hour", "quarterHour"],
): SignedPart[] {
  if (span === undefined || start === end) return [];
  if (start > end) return splitIntoSpans(end, start, -sign, [span, ...shorter]);
  const length = lengthOf(span);
  const [first, last] = [start, end].map((time) => Math.round(time / length) * length);
  if (first === undefined || last === undefined || first >= last) {
    return splitIntoSpans(start, end, sign, shorter);
  }
  return [
    ...splitIntoSpans(start, first, sign, shorter),
    { sign, span: SPANS[span], start: new Date(first), end: new Date(last) },
    ...splitIntoSpans(last, end, sign, shorter),
  ];
}

/** Selects the time of a row for the range. */
type SelectTime = (at: SQL) => SQL;

function timeOf(range: TimeRange, grain: Grain): SelectTime {
  if (grain === "range") return () => sql``;
  if (hasDaysOfUtc(range)) return (at) => sql`${at} as at, `;
  return (at) => sql`${at} as at, null::timestamptz as taken_from, `;
}

function selectRowsOf({ rows, where, ...columns }: Omit<Summed, "rollUp">, time: SelectTime): Select {
  return ({ start, end }) => sql`${selectWithTime(columns, time(sql`at`))} from ${rows} each
    where ${where} and at >= ${timestamp(start)} and at < ${timestamp(end)}`;
}

function selectWithTime({ keys, sums }: SumColumns, time: SQL): SQL {
  return sql`select ${time}${sql.raw([...keys, ...sums].join())}`;
}

function tableOf({ rollUp }: Summed): SQL {
  return sql`${sql.identifier(getTableName(rollUp))}`;
}

function isOf({ where }: Summed, span: Span, { start, end }: Times): SQL {
  return sql`${where} and span = ${sql.raw(`${SPANS[span]}::smallint`)} and start >= ${timestamp(start)} and start < ${timestamp(end)}`;
}

/**
 * Covers each time of a range once: with the first source where possible, and with the next ones at both
 * ends.
 */
function cover({ start, end }: Times, sources: readonly Source[]): SQL[] {
  const parts = coverBetween(start.getTime(), end.getTime(), sources);
  const finest = sources.at(-1);
  return parts.length === 0 && finest ? [finest.select({ start, end: start })] : parts;
}

function coverBetween(start: number, end: number, [source, ...shorter]: readonly Source[]): SQL[] {
  if (!source || start >= end) return [];
  const first = Math.ceil(start / source.length) * source.length;
  const last = Math.floor(end / source.length) * source.length;
  if (first >= last) return coverBetween(start, end, shorter);
  return [
    ...coverBetween(start, first, shorter),
    source.select({ start: new Date(first), end: new Date(last) }),
    ...coverBetween(last, end, shorter),
  ];
}

function timestamp(time: Date): SQL {
  return sql`${time.toISOString()}::timestamptz`;
}
