import { CAUSES, type HandoffMode } from "@baton/core";
import { type SQL, sql } from "drizzle-orm";
import { savingsByPair, savingsByRule, savingsByWorkspace } from "../../schema/index";
import { type Grain, readRows, readTotals, type SumColumns } from "./read-totals";
import type { RollUp } from "./roll-up";
import type { TimeRange } from "./time-range";

/** Filters of a view of savings. An empty `ruleId` means "no rule, the default applied". */
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

/** Returns the conditions of a filter for rows with sender, receiver and workflow. */
export function filteredBy({ agent, from, to, workflow }: SavingsFilter): SQL[] {
  const conditions: SQL[] = [];
  if (agent !== undefined) conditions.push(sql`(from_agent = ${agent} or to_agent = ${agent})`);
  if (from !== undefined) conditions.push(sql`from_agent = ${from}`);
  if (to !== undefined) conditions.push(sql`to_agent = ${to}`);
  if (workflow !== undefined) conditions.push(sql`workflow_id = ${workflow}`);
  return conditions;
}

/** Key columns in addition to time. */
export type SavingsDimension = "rule" | "pair" | "model" | "receiver" | "workflow" | null;

/**
 * Returns a subquery of sums over the range and the filter, from the smallest rollup that supports both and
 * the dimension. A workflow, which no rollup supports, is read from the handoffs.
 *
 * @param columns the needed columns. Each other one would cost planning time for every span.
 */
export function savingsRows(
  { workspaceId, range, filter }: SavingsScope,
  dimension: SavingsDimension,
  columns: SumColumns,
  grain: Grain,
): SQL {
  const { ruleId, mode, workflow } = filter;
  const conditions = [sql`workspace_id = ${workspaceId}`, ...filteredBy(filter)];
  if (ruleId !== undefined) conditions.push(sql`rule_id = ${ruleId}`);
  // With `=`, PostgreSQL would search the index for the mode of each name and time.
  if (mode !== undefined) conditions.push(sql`mode is not distinct from ${mode}`);
  const summed = { ...columns, rows: sql`(${handoffsAsTotals})`, where: sql.join(conditions, sql` and `) };
  if (workflow !== undefined || dimension === "workflow") return readRows(range, grain, summed);
  return readTotals(range, grain, { ...summed, rollUp: chooseRollUp(filter, dimension) });
}

/** Returns the smallest rollup that supports the filter and the dimension. */
function chooseRollUp(filter: SavingsFilter, dimension: SavingsDimension): RollUp {
  const { agent, from, to, ruleId, mode } = filter;
  const namesAgents = [agent, from, to].some((name) => name !== undefined);
  if (dimension === "pair" || dimension === "receiver" || namesAgents) return savingsByPair;
  const isOfAll = dimension === null && ruleId === undefined && mode === undefined;
  return isOfAll ? savingsByWorkspace : savingsByRule;
}

/** Totals computed from a column of handoffs. */
const SUMS_OF_HANDOFFS = [
  "before_tokens",
  "after_tokens",
  "saved_tokens",
  ...CAUSES.map((cause) => `saved_by_${cause}`),
  "added_tokens",
  "summarizer_tokens",
];

const isEnforced = sql`scoping_state is distinct from 'observed'`;
const ifEnforced = (column: string) =>
  sql`case when ${isEnforced} then coalesce(${sql.raw(column)}, 0) else 0 end as ${sql.raw(column)}`;

/** Selects each context handoff with the columns of the totals. */
const handoffsAsTotals = sql`
  select workspace_id, workflow_id, occurred_at as at, coalesce(rule_id, '') as rule_id, mode, from_agent, to_agent,
    coalesce(to_model, '') as to_model,
    case when ${isEnforced} then 1 else 0 end as handoff_count,
    ${sql.join(SUMS_OF_HANDOFFS.map(ifEnforced), sql`, `)},
    case when ${isEnforced} and saved_by_blocked > 0 then 1 else 0 end as blocked_count,
    case when ${isEnforced} then 0 else 1 end as observed_count,
    case when ${isEnforced} then 0 else coalesce(saved_tokens, 0) end as observed_saved_tokens
  from handoff where kind = 'context' and mode is not null`;
