import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * Returns a condition for any number of values as one parameter: a statement has at most 65,534, and one with
 * more fails every time.
 *
 * @param values as stored.
 */
export function isAmong(column: PgColumn, values: readonly (string | number)[]): SQL {
  const type = sql.raw(column.getSQLType());
  return sql`${column} = any (array(select json_array_elements_text(${JSON.stringify(values)}::text::json)::${type}))`;
}
