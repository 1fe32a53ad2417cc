import { and, between, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../client";
import { addExcluded, insertRows } from "./insert-rows";

/** The spans of time that sums are kept for, in milliseconds; those of UTC. */
export const SPANS = { hour: 3_600_000, day: 86_400_000 } as const;
export type Span = keyof typeof SPANS;

/** When the hour or the day (UTC) of a moment begins. */
export function startOf(span: Span, moment: Date): Date {
  const milliseconds = SPANS[span];
  return new Date(Math.floor(moment.getTime() / milliseconds) * milliseconds);
}

/**
 * Adds up what belongs together.
 *
 * @param keyOf  the columns that a row of sums is told apart by.
 * @param noSums what a row begins with.
 * @returns in one order for all writers, so that two who add to the same sums never wait for one another in a ring.
 */
export function sumUp<One, Key extends object, Sums extends object>(
  ones: readonly One[],
  keyOf: (one: One) => Key,
  noSums: Sums,
  add: (sums: Sums, one: One) => void,
): (Key & Sums)[] {
  const rows = new Map<string, Key & Sums>();
  for (const one of ones) {
    const key = keyOf(one);
    const name = JSON.stringify(Object.values(key));
    const row = rows.get(name) ?? { ...key, ...noSums };
    rows.set(name, row);
    add(row, one);
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
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
  if (!key) throw new Error("sums are told apart by a key");
  return key.columns;
}

/** A roll-up, as far as cleaning up is concerned. */
type Summed = PgTable & { workspaceId: PgColumn; handoffCount: PgColumn } & (
    | { hour: PgColumn; day?: undefined }
    | { day: PgColumn; hour?: undefined }
  );

/** Deletes sums that nothing is left of, of the spans that moments lie in. */
export async function deleteEmptySums(
  db: Database,
  table: Summed,
  { workspaceId, times, isEmpty }: { workspaceId: string; times: readonly Date[]; isEmpty?: SQL },
): Promise<void> {
  const milliseconds = times.map((time) => time.getTime());
  const span = table.hour ? "hour" : "day";
  const first = startOf(span, new Date(Math.min(...milliseconds)));
  const last = new Date(Math.max(...milliseconds));
  await db
    .delete(table)
    .where(
      and(
        eq(table.workspaceId, workspaceId),
        between(table.hour ?? table.day, first, last),
        eq(table.handoffCount, 0),
        isEmpty,
      ),
    );
}
