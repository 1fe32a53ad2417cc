import { and, between, eq, getTableColumns, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../client";
import { SPANS, type Span } from "../../schema/index";
import { selectRows } from "../statement/rows";

export type RollUp = PgTable & { workspaceId: PgColumn; span: PgColumn; start: PgColumn };

/** Returns the length of a span in milliseconds. */
export function lengthOf(span: Span): number {
  return SPANS[span] * 60_000;
}

/** Returns the key columns of the quarter of an hour (UTC) that contains a time. */
export function quarterOf(workspaceId: string, timestamp: Date) {
  const start = new Date(floorTo("quarterHour", timestamp.getTime()));
  return { workspaceId, span: SPANS.quarterHour, start };
}

/** Returns the same for a time in SQL, as `start`. */
export function quarterInSql(timestamp: string): SQL {
  return sql.raw(`${startInSql(String(SPANS.quarterHour), timestamp)} as start`);
}

function floorTo(span: Span, milliseconds: number): number {
  const length = lengthOf(span);
  return Math.floor(milliseconds / length) * length;
}

function startInSql(minutes: string, timestamp: string): string {
  return `date_bin(${minutes} * interval '1 minute', ${timestamp}, '1970-01-01T00:00Z')`;
}

/** Key columns of a row of sums. */
type SumKey = Readonly<Record<string, string | number | Date>>;

/**
 * Sums items with equal keys.
 *
 * @param keyOf the key columns of an item.
 * @param noTotals the initial sums of a row.
 */
export function sumUp<One, Key extends SumKey, Totals extends object>(
  ones: readonly One[],
  keyOf: (one: One) => Key,
  noTotals: Totals,
  add: (sums: Totals, one: One) => void,
): (Key & Totals)[] {
  const rows = new Map<string, Key & Totals>();
  for (const one of ones) {
    const key = keyOf(one);
    const name = nameOf(key);
    const row = rows.get(name) ?? { ...key, ...noTotals };
    rows.set(name, row);
    add(row, one);
  }
  return [...rows.values()];
}

/**
 * Returns a key as text, each value with its length. Written by hand for speed, because each handoff needs
 * several keys.
 */
function nameOf(key: SumKey): string {
  let name = "";
  for (const value of Object.values(key)) {
    name += typeof value === "string" ? `${value.length}:${value}` : `${Number(value)} `;
  }
  return name;
}

/** Returns the names of a rollup's key columns and summed columns. */
export function columnsOf(rollUp: PgTable): { keys: string[]; sums: string[] } {
  const keys = getTableConfig(rollUp).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));
  const names = Object.values(getTableColumns(rollUp)).map(({ name }) => name);
  return { keys, sums: names.filter((name) => !keys.includes(name)) };
}

/**
 * Adds totals of quarters of an hour to all spans of rollups, in one statement.
 * @param quarters a statement that selects the totals, with the key columns of all the rollups.
 */
export async function addToRollUps(db: Database, quarters: SQL, rollUps: readonly PgTable[]): Promise<void> {
  const additions = sql.raw(rollUps.map(additionTo).join());
  await selectRows(
    db,
    z.object({}),
    sql`with sums as materialized (${quarters}), spans(minutes) as (values ${SPAN_VALUES}), ${additions} select 1`,
  );
}

const SPAN_VALUES = sql.raw(
  Object.values(SPANS)
    .map((minutes) => `(${minutes}::smallint)`)
    .join(),
);

/** Uses the same order for all writers, so that updates of the same totals cannot deadlock. */
function additionTo(rollUp: PgTable): string {
  const name = getTableName(rollUp);
  const { keys, sums } = columnsOf(rollUp);
  const places = keys.map((_, place) => place + 1).join();
  const read = keys.map((key) => {
    if (key === "span") return "minutes";
    return key === "start" ? startInSql("minutes", "start") : key;
  });
  return `add_to_${name} as (
    insert into ${name} (${[...keys, ...sums].join()})
    select ${[...read, ...sums.map((sum) => `sum(${sum})`)].join()}
    from sums, spans group by ${places} order by ${places}
    on conflict (${keys.join()}) do update
      set ${sums.map((sum) => `${sum} = ${name}.${sum} + excluded.${sum}`).join()})`;
}

/** Deletes totals of zero in the spans of the given times. */
export async function deleteEmptyTotals(
  db: Database,
  rollUp: RollUp,
  { workspaceId, times, isEmpty }: { workspaceId: string; times: readonly Date[]; isEmpty: SQL | undefined },
): Promise<void> {
  const milliseconds = times.map((time) => time.getTime());
  const first = new Date(floorTo("day", Math.min(...milliseconds)));
  const last = new Date(Math.max(...milliseconds));
  const isOfSpan = inArray(rollUp.span, Object.values(SPANS));
  const isOfTime = between(rollUp.start, first, last);
  await db.delete(rollUp).where(and(eq(rollUp.workspaceId, workspaceId), isOfSpan, isOfTime, isEmpty));
}
