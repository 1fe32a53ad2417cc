import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * Returns the first names of an array, each limited in length: log writers can create any number of names of
 * any length.
 */
export function firstNames(
  names: AnyPgColumn,
  { limit, letters }: { limit: number; letters: number },
): SQL<string[]> {
  return sql<string[]>`array(select left(name, ${letters}::int)
    from unnest((${names})[:${limit}::int]) with ordinality named (name, place) order by place)`;
}
