import type { HandoffMode } from "@baton/core";
import { type SQL, sql } from "drizzle-orm";
import { isOnWholeHours, type TimeRange } from "./time-range";

/** What a view of savings may be narrowed to. An empty `ruleId` means "no rule, the default applied". */
export interface SavingsFilter {
  agent?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  ruleId?: string | undefined;
  mode?: HandoffMode | undefined;
  workflow?: string | undefined;
}

export interface SavingsScope {
  workspaceId: string;
  range: TimeRange;
  filter: SavingsFilter;
}

/** What the rows are to be told apart by, beyond time. */
export type SavingsDimension = "rule" | "pair" | null;

/**
 * A subquery of sums with the columns of the roll-ups, over the range and the filter. Read from the hourly roll-up
 * that knows the dimensions asked for, or, where none does, from the handoffs themselves.
 */
export function savingsRows({ workspaceId, range, filter }: SavingsScope, dimension: SavingsDimension): SQL {
  const needsRule = dimension === "rule" || filter.ruleId !== undefined || filter.mode !== undefined;
  const needsPair =
    dimension === "pair" ||
    filter.agent !== undefined ||
    filter.from !== undefined ||
    filter.to !== undefined;
  const conditions = [sql`workspace_id = ${workspaceId}`];
  if (filter.ruleId !== undefined) conditions.push(sql`rule_id = ${filter.ruleId}`);
  if (filter.mode !== undefined) conditions.push(sql`mode = ${filter.mode}`);
  if (filter.agent !== undefined) {
    conditions.push(sql`(from_agent = ${filter.agent} or to_agent = ${filter.agent})`);
  }
  if (filter.from !== undefined) conditions.push(sql`from_agent = ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql`to_agent = ${filter.to}`);
  if (filter.workflow !== undefined) conditions.push(sql`workflow_id = ${filter.workflow}`);

  const start = range.start.toISOString();
  const end = range.end.toISOString();
  const where = sql.join(conditions, sql` and `);
  if ((needsRule && needsPair) || filter.workflow !== undefined || !isOnWholeHours(range)) {
    return sql`(select * from (${handoffsAsSums}) each where ${where} and at >= ${start} and at < ${end})`;
  }
  const rollUp = needsPair ? sql`savings_by_pair_hour` : sql`savings_by_rule_hour`;
  return sql`(select *, hour as at from ${rollUp} where ${where} and hour >= ${start} and hour < ${end})`;
}

const isEnforced = sql`scoping_state is distinct from 'observed'`;
const ifEnforced = (column: string) =>
  sql`case when ${isEnforced} then coalesce(${sql.raw(column)}, 0) else 0 end as ${sql.raw(column)}`;

/** Each context handoff as if it were an hour's sums. */
const handoffsAsSums = sql`
  select workspace_id, occurred_at as at, coalesce(rule_id, '') as rule_id, mode, from_agent, to_agent, workflow_id,
    coalesce(to_model, '') as to_model,
    case when ${isEnforced} then 1 else 0 end as handoff_count,
    ${sql.join(
      [
        "before_tokens",
        "after_tokens",
        "saved_tokens",
        "saved_by_mode",
        "saved_by_not_allowed",
        "saved_by_blocked",
        "saved_by_dropped",
        "saved_by_extracted",
        "saved_by_summarized",
        "added_tokens",
        "summarizer_tokens",
      ].map(ifEnforced),
      sql`, `,
    )},
    case when ${isEnforced} and saved_by_blocked > 0 then 1 else 0 end as blocked_count,
    case when ${isEnforced} then 0 else 1 end as observed_count,
    case when ${isEnforced} then 0 else coalesce(saved_tokens, 0) end as observed_saved_tokens
  from handoff where kind = 'context'`;
