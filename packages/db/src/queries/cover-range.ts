import { type SQL, sql } from "drizzle-orm";

/** What can be read for a range that begins and ends on its spans. */
export interface RangeSource {
  /** In milliseconds; spans begin at midnight UTC. */
  span: number;
  /** The rows from a moment on, up to another one, which is not included. */
  select(start: SQL, end: SQL): SQL;
}

/**
 * Rows that cover a range, each moment once: from the coarsest source as far as whole spans reach, and at
 * both ends from the next finer ones.
 *
 * @param sources the coarsest first; the last one takes any moment.
 * @returns a subquery.
 */
export function coverRange(range: { start: Date; end: Date }, sources: readonly RangeSource[]): SQL {
  const [start, end] = [range.start.getTime(), range.end.getTime()];
  const parts = cover(start, end, sources);
  const finest = sources.at(-1);
  if (parts.length === 0 && finest) parts.push(finest.select(moment(start), moment(start)));
  return sql`(${sql.join(parts, sql` union all `)})`;
}

function cover(start: number, end: number, [source, ...finer]: readonly RangeSource[]): SQL[] {
  if (!source || start >= end) return [];
  const first = Math.ceil(start / source.span) * source.span;
  const last = Math.floor(end / source.span) * source.span;
  if (first >= last) return cover(start, end, finer);
  return [
    ...cover(start, first, finer),
    source.select(moment(first), moment(last)),
    ...cover(last, end, finer),
  ];
}

function moment(milliseconds: number): SQL {
  return sql`${new Date(milliseconds).toISOString()}::timestamptz`;
}
