import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * The first names of an array, of each so many letters: whoever writes
 * logs makes any number of them, of any length.
 */
export function firstNames(
  names: AnyPgColumn,
  { limit, letters }: { limit: number; letters: number },
): SQL<string[]> {
  return sql<string[]>`array(select left(name, ${letters}::int)
    from unnest((${names})[:${limit}::int]) with ordinality named (name, place) order by place)`;
}
