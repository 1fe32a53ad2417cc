import { CONTEXT_STEPS } from "@baton/server/pricing";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { bucketKey, type SavingsBucket } from "../savings/savings-bucket";
import type { TimeRange } from "../savings/time-range";
import { Sum, selectRows } from "../statement/rows";
import { personOf } from "./person";
import { sessionFamily } from "./session-family";

/** Usage of calls to one model on one day (or hour), in tokens as providers counted them. */
export const DailyCalls = z.object({
  model: z.string().nullable(),
  day: z.string(),
  /** The last of `CONTEXT_STEPS` that the input of each call exceeds; 0 if none. */
  contextAbove: Sum,
  calls: Sum,
  inputTokens: Sum,
  cacheCreationTokens: Sum,
  cacheCreation1hTokens: Sum,
  cacheReadTokens: Sum,
  outputTokens: Sum,
  /** Largest context of one call: its input with what was cached. */
  largestContextTokens: Sum,
});
export type DailyCalls = z.infer<typeof DailyCalls>;

/** Groups of calls, besides model and day. */
export const COST_GROUPS = ["agent", "person", "folder", "repository", "branch", "session"] as const;
type CostGroup = (typeof COST_GROUPS)[number];

const USAGE_FILTERS = ["model", ...COST_GROUPS] as const;

/** Selects calls: undefined for all, empty for those without a value. */
type UsageFilter = { readonly [Name in (typeof USAGE_FILTERS)[number]]?: string | undefined };

/** The groups are null if not recorded, and if the rows are not grouped by them. */
const DailyUsage = DailyCalls.extend({
  agent: z.string().nullable(),
  person: z.string().nullable(),
  folder: z.string().nullable(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  session: z.string().nullable(),
});
export type DailyUsage = z.infer<typeof DailyUsage>;

const keysOf = (workspaceId: string): Record<CostGroup, SQL> => ({
  agent: sql`call.agent`,
  person: personOf(workspaceId),
  folder: sql`session.project_folder`,
  repository: sql`session.repository`,
  branch: sql`coalesce(call.branch, session.branch)`,
  session: sql`call.session_id`,
});

/** Input of a call, cached tokens included. */
const CONTEXT = sql`call.input_tokens + call.cache_creation_tokens + call.cache_read_tokens`;

/** The last step that a call's context exceeds. */
const CONTEXT_ABOVE = sql`case ${sql.join(
  [...CONTEXT_STEPS]
    .reverse()
    .map((step) => sql`when ${CONTEXT} > ${sql.raw(String(step))} then ${sql.raw(String(step))}`),
  sql` `,
)} else 0 end`;

const CALL_SUMS = sql`count(*) as calls, sum(call.input_tokens) as "inputTokens",
  sum(call.cache_creation_tokens) as "cacheCreationTokens",
  sum(call.cache_creation_1h_tokens) as "cacheCreation1hTokens",
  sum(call.cache_read_tokens) as "cacheReadTokens", sum(call.output_tokens) as "outputTokens",
  max(${CONTEXT}) as "largestContextTokens"`;

/** Maximum rows of an answer. */
const MAX_ROWS = 100_000;

/**
 * Returns the tokens of a range, each call once, by day (or hour), model and groups. Subagents count under
 * their own name, and in their session. `costOfCalls` gives their cost.
 *
 * @param query.range null counts all calls, by UTC days.
 */
export function listDailyUsage(
  db: Database,
  {
    workspaceId,
    range,
    by,
    bucket,
    filter = {},
    sessionIds,
    familyOf,
  }: {
    workspaceId: string;
    range: TimeRange | null;
    by: readonly CostGroup[];
    bucket?: SavingsBucket;
    filter?: UsageFilter;
    /** Only calls of these sessions. */
    sessionIds?: readonly string[];
    /** Only calls of this session and all sessions below it. */
    familyOf?: string;
  },
): Promise<DailyUsage[]> {
  const conditions = [sql`call.workspace_id = ${workspaceId}`];
  if (range) {
    conditions.push(
      sql`call.occurred_at >= ${range.start.toISOString()} and call.occurred_at < ${range.end.toISOString()}`,
    );
  }
  const columns = keysOf(workspaceId);
  for (const name of USAGE_FILTERS) {
    const value = filter[name];
    if (value === undefined) continue;
    const column = name === "model" ? sql`call.model` : columns[name];
    conditions.push(value === "" ? sql`${column} is null` : sql`${column} = ${value}`);
  }
  if (sessionIds) {
    conditions.push(
      sql`call.session_id = any (array(select json_array_elements_text(${JSON.stringify(sessionIds)}::text::json)))`,
    );
  }
  if (familyOf !== undefined) {
    conditions.push(sql`call.session_id in ${sessionFamily({ workspaceId, sessionId: familyOf })}`);
  }
  const keys = COST_GROUPS.map(
    (group) => sql`${by.includes(group) ? columns[group] : sql`null::text`} as ${sql.identifier(group)}`,
  );
  return selectRows(
    db,
    DailyUsage,
    sql`select ${sql.join(keys, sql`, `)}, call.model,
        ${bucketKey({ range: { timeZone: range?.timeZone ?? "UTC" }, bucket }, sql`call.occurred_at`)} as day,
        ${CONTEXT_ABOVE} as "contextAbove", ${CALL_SUMS}
      from message_usage call left join session using (workspace_id, session_id)
      where ${sql.join(conditions, sql` and `)}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 8, 1, 2, 3, 4, 5, 6, 7, 9 limit ${MAX_ROWS}::int`,
  );
}

/** Returns the calls of `message_usage` that match a condition, by model and day. */
export function selectDailyCalls(db: Database, condition: SQL): Promise<DailyCalls[]> {
  return selectRows(
    db,
    DailyCalls,
    sql`select model, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
        ${CONTEXT_ABOVE} as "contextAbove", ${CALL_SUMS}
      from message_usage call where ${condition}
      group by 1, 2, 3 order by 1, 2, 3 limit 10000`,
  );
}
