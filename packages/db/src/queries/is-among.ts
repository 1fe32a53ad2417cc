import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * Whether a column has one of any number of values, which go as one parameter: a statement has 65,534 at
 * most, and one that has more fails each time that it is tried.
 *
 * @param values as they are stored.
 */
export function isAmong(column: PgColumn, values: readonly (string | number)[]): SQL {
  const type = sql.raw(column.getSQLType());
  return sql`${column} = any (array(select json_array_elements_text(${JSON.stringify(values)}::text::json)::${type}))`;
}
