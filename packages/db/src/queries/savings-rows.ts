import type { HandoffMode } from "@baton/core";
import { type SQL, sql } from "drizzle-orm";
import type { Span } from "../schema/index";
import { coverBySums, type Grain } from "./cover-by-sums";
import { coverRange, type RangeSource } from "./cover-range";
import { rollUpSource } from "./roll-up";
import { SAVINGS_ROLL_UPS, type SavingsRollUp, SUMS_OF_HANDOFFS, WEEKS_OF } from "./savings-roll-ups";
import type { TimeRange } from "./time-range";

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

/** The conditions that a row with a sender, a receiver and a workflow is of a filter's. */
export function narrowedTo({ agent, from, to, workflow }: SavingsFilter): SQL[] {
  const conditions: SQL[] = [];
  if (agent !== undefined) conditions.push(sql`(from_agent = ${agent} or to_agent = ${agent})`);
  if (from !== undefined) conditions.push(sql`from_agent = ${from}`);
  if (to !== undefined) conditions.push(sql`to_agent = ${to}`);
  if (workflow !== undefined) conditions.push(sql`workflow_id = ${workflow}`);
  return conditions;
}

/** What the rows are to be told apart by, beyond time. */
export type SavingsDimension = "rule" | "pair" | "model" | "receiver" | null;

/**
 * A subquery of sums over the range and the filter, from the roll-up that knows the dimension asked for, each
 * with its time as `at` if times are to be told apart. Whole spans are read from the roll-ups, the longest
 * first; from the handoffs themselves what lies at the ends of the range and in hours that belong to two
 * days, and all of it for workflows and for hours that clocks do not share with UTC.
 *
 * @param columns those that are wanted: whatever else stands here is planned for, and of every span.
 * @param isOne what else is asked of each row.
 */
export function savingsRows(
  { workspaceId, range, filter }: SavingsScope,
  dimension: SavingsDimension,
  columns: readonly string[],
  grain: Grain,
  isOne: readonly SQL[] = [],
): SQL {
  const conditions = [sql`workspace_id = ${workspaceId}`, ...narrowedTo(filter), ...isOne];
  if (filter.ruleId !== undefined) conditions.push(sql`rule_id = ${filter.ruleId}`);

  const rollUp = chooseRollUp(filter, dimension);
  // Where names stand before the mode in an index, PostgreSQL looks each of them up in
  // each span; by what is no `=` it only filters.
  const isMode = sql.raw(rollUp === "mode" || rollUp === null ? "=" : "is not distinct from");
  if (filter.mode !== undefined) conditions.push(sql`mode ${isMode} ${filter.mode}`);
  // Sums by pair of before rules were told apart are of any.
  if (rollUp === "pair" && needsRule(filter, dimension)) conditions.push(sql`mode <> ''`);
  const where = sql.join(conditions, sql` and `);
  const read = sql.raw(columns.join());
  const hasTimes = grain !== "range";
  const handoffs: RangeSource = {
    span: 1,
    select: (start, end) => sql`select ${hasTimes ? sql`at, ` : sql``}${read} from (${handoffsAsSums}) each
      where ${where} and at >= ${start} and at < ${end}`,
  };
  if (rollUp === null) return coverRange(range, [handoffs]);
  const sums = (span: Span, of: SavingsRollUp = rollUp) =>
    rollUpSource(span, { name: `savings_by_${of}`, columns: read, where, hasTimes });
  const hasQuarterDays = SAVINGS_ROLL_UPS[rollUp].spans.some((span) => span === "quarter_day");
  const weeksOf = WEEKS_OF[rollUp];
  return coverBySums(range, grain, {
    hours: sums("hour"),
    days: sums("day"),
    rows: handoffs,
    quarterDays: hasQuarterDays ? sums("quarter_day") : undefined,
    weeks: weeksOf && sums("week", weeksOf),
  });
}

/** The smallest roll-up that knows the filter and the dimension; null where none does. */
function chooseRollUp(filter: SavingsFilter, dimension: SavingsDimension): SavingsRollUp | null {
  const { agent, from, to, ruleId, mode, workflow } = filter;
  if (workflow !== undefined) return null;
  const isOfReceivers =
    dimension === "receiver" && [agent, from, ruleId, mode].every((one) => one === undefined);
  if (isOfReceivers) return "receiver";
  const namesAgents = [agent, from, to].some((name) => name !== undefined);
  if (dimension === "pair" || dimension === "receiver" || namesAgents) return "pair";
  if (needsRule(filter, dimension)) return dimension === "model" ? "rule" : "rule_and_mode";
  return mode === undefined && dimension === null ? "workspace" : "mode";
}

function needsRule({ ruleId }: SavingsFilter, dimension: SavingsDimension): boolean {
  return dimension === "rule" || ruleId !== undefined;
}

const isEnforced = sql`scoping_state is distinct from 'observed'`;
const ifEnforced = (column: string) =>
  sql`case when ${isEnforced} then coalesce(${sql.raw(column)}, 0) else 0 end as ${sql.raw(column)}`;

/** Each context handoff as if it were sums of its own. */
const handoffsAsSums = sql`
  select workspace_id, workflow_id, occurred_at as at, coalesce(rule_id, '') as rule_id, mode, from_agent, to_agent,
    coalesce(to_model, '') as to_model,
    case when ${isEnforced} then 1 else 0 end as handoff_count,
    ${sql.join(SUMS_OF_HANDOFFS.map(ifEnforced), sql`, `)},
    case when ${isEnforced} and saved_by_blocked > 0 then 1 else 0 end as blocked_count,
    case when ${isEnforced} then 0 else 1 end as observed_count,
    case when ${isEnforced} then 0 else coalesce(saved_tokens, 0) end as observed_saved_tokens
  from handoff where kind = 'context' and mode is not null`;
