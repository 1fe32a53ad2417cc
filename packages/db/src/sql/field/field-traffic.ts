import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { FIELD_OUTCOMES, SPANS } from "../../schema/index";
import type { TimeRange } from "../savings/time-range";
import { escapeLike } from "../statement/escape-like";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import { nameOfField } from "./field-totals";

/** Selects fields of contexts by the days (UTC) that a range touches. */
interface FieldScope {
  workspaceId: string;
  range: TimeRange;
  filter: {
    /** The name of a field (`ssn`), or its path in an outline (`intake.claimant.ssn`). */
    field?: string | undefined;
    agent?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
    /** Empty means "no rule, the default applied". */
    ruleId?: string | undefined;
  };
  limit: number;
}

const FieldFlow = z.object({
  path: z.string(),
  fromAgent: z.string(),
  toAgent: z.string(),
  ruleId: z.string(),
  outcome: z.enum(FIELD_OUTCOMES),
  handoffCount: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
  /** Beginning of the last day (UTC) with such a handoff. */
  lastSeenOn: Milliseconds,
});
export type FieldFlow = z.infer<typeof FieldFlow>;

/** Lists fields by pair, rule and outcome, blocked ones first, then most handoffs first; at most `limit`. */
export async function listFieldFlows(db: Database, scope: FieldScope): Promise<FieldFlow[]> {
  return selectRows(
    db,
    FieldFlow,
    sql`select path, from_agent as "fromAgent", to_agent as "toAgent", rule_id as "ruleId", outcome,
        sum(handoff_count) as "handoffCount", sum(before_tokens) as "beforeTokens", sum(after_tokens) as "afterTokens",
        extract(epoch from max(start)) * 1000 as "lastSeenOn"
      from field_by_pair where ${isOf(scope)}
      group by 1, 2, 3, 4, 5 order by outcome <> 'blocked', 6 desc, 1, 2, 3, 4, 5 limit ${scope.limit}::int`,
  );
}

const FieldSums = z.object({
  key: z.string(),
  handoffCount: Sum,
  beforeTokens: Sum,
  /** Gross: no part of a summary belongs to a field. */
  savedTokens: Sum,
});

/**
 * Returns what was removed from each field, most tokens first. The key has its path as JSON: `["intake.ssn"]`.
 */
export async function listFieldSums(db: Database, scope: Omit<FieldScope, "limit">) {
  return selectRows(
    db,
    FieldSums,
    sql`select json_build_array(path)::text as key, sum(handoff_count) as "handoffCount",
        sum(before_tokens) as "beforeTokens", sum(before_tokens - after_tokens) as "savedTokens"
      from field_by_pair where ${isOf(scope)} group by path order by 4 desc, path`,
  );
}

const FieldGrowth = z.object({
  path: z.string(),
  fromAgent: z.string(),
  toAgent: z.string(),
  /** Handoffs with the field, and its tokens that passed, in both periods. */
  handoffCount: Sum,
  passedTokens: Sum,
  handoffCountBefore: Sum,
  passedTokensBefore: Sum,
  /** Tokens that passed beyond those of as many handoffs of the earlier period. */
  grownTokens: Sum,
});

/** Lists the fields of pairs that pass more tokens per handoff than in an earlier period, most first; at most `limit`. */
export async function listFieldGrowth(
  db: Database,
  { before, ...scope }: FieldScope & { before: TimeRange },
) {
  const inRange = (range: TimeRange) => isOf({ ...scope, range });
  return selectRows(
    db,
    FieldGrowth,
    sql`with period as (
        select true as is_now, field_by_pair.* from field_by_pair where ${inRange(scope.range)}
        union all select false, field_by_pair.* from field_by_pair where ${inRange(before)}),
      sums as (
        select path, from_agent, to_agent,
          coalesce(sum(handoff_count) filter (where is_now), 0) as handoffs,
          coalesce(sum(after_tokens) filter (where is_now), 0) as passed,
          coalesce(sum(handoff_count) filter (where not is_now), 0) as handoffs_before,
          coalesce(sum(after_tokens) filter (where not is_now), 0) as passed_before
        from period group by 1, 2, 3),
      grown as (
        select *, round(passed - coalesce(passed_before * handoffs / nullif(handoffs_before, 0), 0)) as grown from sums)
      select path, from_agent as "fromAgent", to_agent as "toAgent", handoffs as "handoffCount", passed as "passedTokens",
        handoffs_before as "handoffCountBefore", passed_before as "passedTokensBefore", grown as "grownTokens"
      from grown where grown > 0 order by grown desc, 1, 2, 3 limit ${scope.limit}::int`,
  );
}

const FieldName = z.object({
  name: z.string(),
  pathCount: Sum,
  pairCount: Sum,
  handoffCount: Sum,
  /** Handoffs in which it passed, whole. */
  passedCount: Sum,
  blockedCount: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
  lastSeenOn: Milliseconds,
});
export type FieldName = z.infer<typeof FieldName>;

/**
 * Lists fields by name, most handoffs first; at most `limit`.
 *
 * @param scope.search keeps fields with these letters in their path, in any case.
 */
export async function listFieldNames(
  db: Database,
  { search, ...scope }: FieldScope & { search?: string | undefined },
): Promise<FieldName[]> {
  const found = search ? sql`and path ilike ${`%${escapeLike(search)}%`}` : sql``;
  return selectRows(
    db,
    FieldName,
    sql`with pair as (
        select name, from_agent, to_agent, sum(handoff_count) as handoffs,
          sum(handoff_count) filter (where outcome = 'passed') as passed,
          sum(handoff_count) filter (where outcome = 'blocked') as blocked,
          sum(before_tokens) as before, sum(after_tokens) as after, max(start) as last
        from field_by_pair where ${isOf(scope)} ${found} group by 1, 2, 3),
      path as (select name, count(distinct path) as paths from field_by_pair where ${isOf(scope)} ${found} group by 1)
      select name, min(paths) as "pathCount", count(*) as "pairCount", sum(handoffs) as "handoffCount",
        coalesce(sum(passed), 0) as "passedCount", coalesce(sum(blocked), 0) as "blockedCount",
        sum(before) as "beforeTokens", sum(after) as "afterTokens", extract(epoch from max(last)) * 1000 as "lastSeenOn"
      from pair join path using (name)
      group by name order by 4 desc, 1 limit ${scope.limit}::int`,
  );
}

function isOf({
  workspaceId,
  range,
  filter: { field, agent, from, to, ruleId },
}: Omit<FieldScope, "limit">): SQL {
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    sql`start > ${range.start.toISOString()}::timestamptz - ${`${SPANS.day} minutes`}::interval and start < ${range.end.toISOString()}`,
  ];
  if (field !== undefined) {
    const name = nameOfField(field);
    conditions.push(sql`name = ${name}`);
    if (name !== field) conditions.push(sql`path = ${field}`);
  }
  if (agent !== undefined) conditions.push(sql`(from_agent = ${agent} or to_agent = ${agent})`);
  if (from !== undefined) conditions.push(sql`from_agent = ${from}`);
  if (to !== undefined) conditions.push(sql`to_agent = ${to}`);
  if (ruleId !== undefined) conditions.push(sql`rule_id = ${ruleId}`);
  return sql.join(conditions, sql` and `);
}
