import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { LIST_LIMIT } from "./limits";

/** Filter values of a list: the first names in order, and their total count. */
export const NameFacet = z.object({ names: z.array(z.string()), count: z.number() });
export type NameFacet = z.infer<typeof NameFacet>;

/**
 * Returns SQL for a `NameFacet`.
 * @param names a select of one column, `name`, possibly with duplicates.
 */
export function nameFacet(names: SQL): SQL {
  return sql`(select json_build_object(
      'names', coalesce(json_agg(name order by place) filter (where place <= ${LIST_LIMIT}), '[]'), 'count', count(*))
    from (select name, row_number() over (order by name) as place from (${names}) each
      where name is not null group by name) distinct_names)`;
}
