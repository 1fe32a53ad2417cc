import { and, between, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../client";
import type { Span } from "../schema/index";
import type { RangeSource } from "./cover-range";
import { addExcluded, insertRows } from "./insert-rows";

const SPAN_MILLISECONDS: Record<Span, number> = {
  hour: 3_600_000,
  quarter_day: 6 * 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};

/** When the hour, the day or the week (UTC) of a moment begins. */
export function startOf(span: Span, moment: Date): Date {
  const milliseconds = SPAN_MILLISECONDS[span];
  return new Date(Math.floor(moment.getTime() / milliseconds) * milliseconds);
}

/** The same of a moment in SQL. */
export function startInSql(span: Span, moment: string): string {
  return `date_bin('${SPAN_MILLISECONDS[span]} milliseconds', ${moment}, '1970-01-01T00:00Z')`;
}

/** What a row of sums is told apart by. */
export type SumKey = Readonly<Record<string, string | Date>>;

/**
 * Adds up what belongs together.
 *
 * @param keyOf  the columns that a row of sums is told apart by.
 * @param noSums what a row begins with.
 * @returns in one order for all writers, so that two who add to the same
 *   sums never wait for one another in a ring.
 */
export function sumUp<One, Key extends SumKey, Sums extends object>(
  ones: readonly One[],
  keyOf: (one: One) => Key,
  noSums: Sums,
  add: (sums: Sums, one: One) => void,
): (Key & Sums)[] {
  const rows = new Map<string, Key & Sums>();
  for (const one of ones) {
    const key = keyOf(one);
    const name = nameOf(key);
    const row = rows.get(name) ?? { ...key, ...noSums };
    rows.set(name, row);
    add(row, one);
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** A key as text, each value with its length. By hand, since it is made many times of each handoff. */
function nameOf(key: SumKey): string {
  let name = "";
  for (const value of Object.values(key)) {
    name += typeof value === "string" ? `${value.length}:${value}` : `${value.getTime()} `;
  }
  return name;
}

/** Adds rows of sums to those that are there. */
export async function addToRollUp<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  if (rows.length === 0) return;
  const keys = keyColumns(table);
  const sums = Object.entries(getTableColumns(table)).flatMap(([name, column]) =>
    keys.some((key) => key.name === column.name) ? [] : [name],
  );
  const names = sql.join(
    keys.map((key) => sql.identifier(key.name)),
    sql`, `,
  );
  await insertRows(db, table, rows, sql`on conflict (${names}) do update set ${addExcluded(table, sums)}`);
}

function keyColumns(table: PgTable): readonly PgColumn[] {
  const [key] = getTableConfig(table).primaryKeys;
  if (!key) throw new Error("totals need a key");
  return key.columns;
}

/**
 * A roll-up as something that whole spans of a range are read from.
 *
 * @param name    of the roll-up, without its span: `savings_by_rule`.
 * @param columns of it, beside `at`, when the span begins.
 * @param hasTimes false where nobody asks for `at`: PostgreSQL takes rows on as
 *   they are where it has nothing to leave out.
 * @param where   which of its rows count.
 */
export function rollUpSource(
  span: Span,
  { name, columns, where, hasTimes = true }: { name: string; columns: SQL; where: SQL; hasTimes?: boolean },
): RangeSource {
  const at = sql.identifier(span);
  return {
    span: SPAN_MILLISECONDS[span],
    select: (
      start,
      end,
    ) => sql`select ${hasTimes ? sql`${at} as at, ` : sql``}${columns} from ${sql.identifier(`${name}_${span}`)}
      where ${where} and ${at} >= ${start} and ${at} < ${end}`,
  };
}

/** A roll-up, as far as cleaning up is concerned. */
type Summed = PgTable & { workspaceId: PgColumn; start: PgColumn };

/** Deletes sums that nothing is left of, of the spans that moments lie in. */
export async function deleteEmptySums(
  db: Database,
  table: Summed,
  query: { workspaceId: string; span: Span; times: readonly Date[]; isEmpty: SQL | undefined },
): Promise<void> {
  const { workspaceId, span, times, isEmpty } = query;
  const milliseconds = times.map((time) => time.getTime());
  const first = startOf(span, new Date(Math.min(...milliseconds)));
  const last = new Date(Math.max(...milliseconds));
  await db
    .delete(table)
    .where(and(eq(table.workspaceId, workspaceId), between(table.start, first, last), isEmpty));
}
