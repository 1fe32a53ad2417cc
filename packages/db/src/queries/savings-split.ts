import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { Sum, selectPrepared } from "./rows";
import { nameBucket, type SavingsSeriesScope, savingsByBucket } from "./savings-bucket";
import { type SavingsScope, savingsRows } from "./savings-rows";

interface Rule {
  ruleId: string;
}
interface Pair {
  fromAgent: string;
  toAgent: string;
}

const Traffic = { handoffCount: Sum, beforeTokens: Sum, savedTokens: Sum };
const RuleTraffic = z.object({ ...Traffic, ruleId: z.string() });
const PairTraffic = z.object({ ...Traffic, fromAgent: z.string(), toAgent: z.string() });

const TRAFFIC_COLUMNS = sql`sum(handoff_count) as "handoffCount", sum(before_tokens) as "beforeTokens",
  sum(saved_tokens) as "savedTokens"`;

/** What enforced handoffs were offered and saved, in tokens, by each rule that applied in the range; an empty `ruleId` is the default. */
export async function listRuleTraffic(db: Database, scope: SavingsScope) {
  return selectPrepared(
    db,
    RuleTraffic,
    sql`select rule_id as "ruleId", ${TRAFFIC_COLUMNS}
      from ${savingsRows(scope, "rule", "range")} sums group by rule_id order by rule_id`,
  );
}

/** The same by each pair of agents. */
export async function listPairTraffic(db: Database, scope: SavingsScope) {
  return selectPrepared(
    db,
    PairTraffic,
    sql`select from_agent as "fromAgent", to_agent as "toAgent", ${TRAFFIC_COLUMNS}
      from ${savingsRows(scope, "pair", "range")} sums group by from_agent, to_agent order by from_agent, to_agent`,
  );
}

/** Series that a range is split into. */
export interface SavingsSplit<Key> {
  /** How many series there are, whether or not they are told apart. */
  seriesCount: number;
  /** What each saved in each day (or hour) that it has handoffs in, in tokens, oldest first; `of` is null for all that are put together. */
  rows: DayOfSeries<Key>[];
}

interface DayOfSeries<Key> {
  day: string;
  of: Key | null;
  savedTokens: number;
  handoffCount: number;
}

/** How many series are told apart: where there are more, the last one is all others together. Without it, all are. */
export type SplitScope = SavingsSeriesScope & { limit?: number | undefined };

const SUMS_OF_DAY = ["saved_tokens", "handoff_count"];
const DayRow = {
  day: z.string(),
  savedTokens: Sum,
  handoffCount: Sum,
  seriesCount: Sum,
  isTold: z.boolean(),
};
const RuleDay = z.object({ ...DayRow, ruleId: z.string() });
const PairDay = z.object({ ...DayRow, fromAgent: z.string(), toAgent: z.string() });

/** Tokens saved per day and rule; an empty `ruleId` is "no rule, the default applied". */
export async function listSavingsByDayAndRule(db: Database, scope: SplitScope): Promise<SavingsSplit<Rule>> {
  const rows = await selectPrepared(db, RuleDay, splitBy(scope, "rule", { ruleId: "rule_id" }));
  return gather(rows, scope, ({ ruleId }) => ({ ruleId }));
}

/** Tokens saved per day and pair of agents. */
export async function listSavingsByDayAndPair(db: Database, scope: SplitScope): Promise<SavingsSplit<Pair>> {
  const columns = { fromAgent: "from_agent", toAgent: "to_agent" };
  const rows = await selectPrepared(db, PairDay, splitBy(scope, "pair", columns));
  return gather(rows, scope, ({ fromAgent, toAgent }) => ({ fromAgent, toAgent }));
}

/**
 * Of many series only those that saved most are read day by day, and all together beside them: what the others saved is the rest. One
 * statement, so that nothing is stored in between.
 */
function splitBy(scope: SplitScope, dimension: "rule" | "pair", columns: Record<string, string>): SQL {
  const names = Object.values(columns);
  const keys = sql.raw(names.join());
  const listDays = (rows: SQL, named: readonly string[]) => sql`select ${nameBucket(scope)} as day,
    sum(saved_tokens) as "savedTokens", sum(handoff_count) as "handoffCount",
    (select count(*) from traffic) as "seriesCount", ${sql.raw(named.join())} from ${rows}`;
  const ofTold = savingsByBucket(
    ...[scope, dimension, { keys: names, sums: SUMS_OF_DAY }, sql`(${keys}) in (select ${keys} from told)`],
  );
  const ofAll = savingsByBucket(scope, null, { keys: [], sums: SUMS_OF_DAY });
  const named = Object.entries(columns).map(([name, column]) => `${column} as "${name}"`);
  const { limit } = scope;
  // That there are no more than the limit lets PostgreSQL look for each of them, where it would read all.
  const isTold =
    limit === undefined
      ? sql``
      : sql`where place < ${limit}::int or count <= ${limit}::int limit ${limit}::int`;
  return sql`with traffic as materialized (
      select ${keys}, row_number() over (order by sum(saved_tokens) desc, ${keys}) as place, count(*) over () as count
      from ${savingsRows(scope, dimension, "range")} sums group by ${keys}),
    told as (select ${keys} from traffic ${isTold})
    ${listDays(ofTold, [...named, 'true as "isTold"'])} group by bucket, ${keys}
    union all ${listDays(ofAll, [...names.map(() => "''"), "false"])} group by bucket
    order by day, "isTold" desc, ${sql.raw(names.map((_, place) => `${place + 5}`).join())}`;
}

type SeriesDay = Omit<DayOfSeries<unknown>, "of"> & { seriesCount: number; isTold: boolean };

/**
 * Makes what all together saved into what is left of it for those that are not told apart.
 *
 * @param days each with its series first and all together after them.
 */
function gather<Row extends SeriesDay, Of>(
  days: readonly Row[],
  { limit }: SplitScope,
  nameSeries: (row: Row) => Of,
): SavingsSplit<Of> {
  const seriesCount = days[0]?.seriesCount ?? 0;
  const hasOthers = limit !== undefined && seriesCount > limit;
  const told = { savedTokens: 0, handoffCount: 0 };
  const rows = days.flatMap((row): DayOfSeries<Of>[] => {
    const { day, savedTokens, handoffCount } = row;
    if (row.isTold) {
      told.savedTokens += savedTokens;
      told.handoffCount += handoffCount;
      return [{ day, of: nameSeries(row), savedTokens, handoffCount }];
    }
    const rest = {
      savedTokens: savedTokens - told.savedTokens,
      handoffCount: handoffCount - told.handoffCount,
    };
    Object.assign(told, { savedTokens: 0, handoffCount: 0 });
    return hasOthers && (rest.handoffCount !== 0 || rest.savedTokens !== 0)
      ? [{ day, of: null, ...rest }]
      : [];
  });
  return { seriesCount, rows };
}
