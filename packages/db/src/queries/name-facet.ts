import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

/**
 * More names than these are no choice that anybody makes from a list, and
 * whoever writes logs can make any number of them.
 */
const MAX_NAMES = 500;

/** By what a list can be narrowed: the first names in their order, and how many there are. */
export const NameFacet = z.object({ names: z.array(z.string()), count: z.number() });
export type NameFacet = z.infer<typeof NameFacet>;

/**
 * A value of SQL that is a `NameFacet`. @param names a select of one
 * column, `name`; a name may come more than once.
 */
export function nameFacet(names: SQL): SQL {
  return sql`(select json_build_object(
      'names', coalesce(json_agg(name order by place) filter (where place <= ${MAX_NAMES}), '[]'), 'count', count(*))
    from (select name, row_number() over (order by name) as place from (${names}) each
      where name is not null group by name) distinct_names)`;
}
