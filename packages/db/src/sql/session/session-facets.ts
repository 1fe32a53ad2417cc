import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { SPANS } from "../../schema/index";
import { selectRows } from "../statement/rows";

const Facet = z.array(z.object({ name: z.string(), count: z.number() }));
const Facets = z.object({
  formats: Facet,
  projects: Facet,
  workflows: Facet,
  rules: Facet,
  agents: Facet,
  kinds: Facet,
  errors: z.number(),
  violations: z.number(),
  leaks: z.number(),
});

/** Maximum values of a facet. */
const FACET_LIMIT = 100;

/**
 * Returns the values to filter sessions by, each with its number of sessions, or of handoffs for a rule, an agent
 * and a kind; most frequent first.
 */
export async function getSessionFacets(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<z.output<typeof Facets>> {
  const facet = (counted: SQL) =>
    sql`(select coalesce(json_agg(each), '[]') from (${counted} order by 2 desc, 1 limit ${FACET_LIMIT}) each)`;
  const bySession = (column: SQL) =>
    facet(sql`select ${column} as name, count(*) from session
      where workspace_id = ${workspaceId} and ${column} is not null group by 1`);
  const days = sql`workspace_id = ${workspaceId} and span = ${SPANS.day}`;
  const pairs = sql`(
    select 'context' as kind, from_agent, to_agent, handoff_count + observed_count as handoffs
      from savings_by_pair where ${days}
    union all
    select kind, from_agent, to_agent, handoff_count from ungoverned_by_pair where ${days}) pair`;
  const problems = (count: SQL) =>
    sql`(select count(*) from session where workspace_id = ${workspaceId} and ${count} > 0)`;
  const [facets] = await selectRows(
    db,
    Facets,
    sql`select ${bySession(sql`format`)} as formats, ${bySession(sql`project_folder`)} as projects,
      ${bySession(sql`workflow_id`)} as workflows,
      ${facet(sql`select rule_id as name, sum(handoff_count)::int as count from savings_by_rule
        where ${days} and rule_id <> '' group by 1`)} as rules,
      ${facet(sql`select agent as name, sum(handoffs)::int as count
        from ${pairs}, unnest(case when from_agent = to_agent then array[from_agent]
          else array[from_agent, to_agent] end) agent group by 1`)} as agents,
      ${facet(sql`select kind as name, sum(handoffs)::int as count from ${pairs} group by 1`)} as kinds,
      ${problems(sql`error_count`)}::int as errors, ${problems(sql`violation_count`)}::int as violations,
      ${problems(sql`leak_count`)}::int as leaks`,
  );
  if (!facets) throw new Error("a select without from gives one row");
  return facets;
}
