import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { Sum, selectPrepared } from "./rows";
import { nameBucket, type SavingsSeriesScope, savingsByBucket, withBucket } from "./savings-bucket";
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

/** A series by its place among all, a day of one, or, without a place, a day of all together: what a row is not, it has null for. */
const SplitRow = {
  place: Sum.nullable(),
  seriesCount: Sum.nullable(),
  day: z.string().nullable(),
  savedTokens: Sum.nullable(),
  handoffCount: Sum.nullable(),
};
const RuleRow = z.object({ ...SplitRow, ruleId: z.string().nullable() });
const PairRow = z.object({ ...SplitRow, fromAgent: z.string().nullable(), toAgent: z.string().nullable() });

/** Tokens saved per day and rule; an empty `ruleId` is "no rule, the default applied". */
export async function listSavingsByDayAndRule(db: Database, scope: SplitScope): Promise<SavingsSplit<Rule>> {
  const rows = await selectPrepared(db, RuleRow, splitBy(scope, "rule", { ruleId: "rule_id" }));
  return gather(rows, scope, ({ ruleId }) => (ruleId === null ? null : { ruleId }));
}

/** Tokens saved per day and pair of agents. */
export async function listSavingsByDayAndPair(db: Database, scope: SplitScope): Promise<SavingsSplit<Pair>> {
  const columns = { fromAgent: "from_agent", toAgent: "to_agent" };
  const rows = await selectPrepared(db, PairRow, splitBy(scope, "pair", columns));
  return gather(rows, scope, ({ fromAgent, toAgent }) =>
    fromAgent === null || toAgent === null ? null : { fromAgent, toAgent },
  );
}

/**
 * Of many series only those that saved most are read day by day, and all together beside them: what the others saved is the rest. One
 * statement, so that nothing is stored in between; each series is named once, since to hand out is most of what it costs.
 */
function splitBy(scope: SplitScope, dimension: "rule" | "pair", columns: Record<string, string>): SQL {
  const keys = sql.raw(Object.values(columns).join());
  const named = sql.raw(
    Object.entries(columns)
      .map(([name, column]) => `${column} as "${name}"`)
      .join(),
  );
  const nameless = sql.raw(
    Object.keys(columns)
      .map(() => "null")
      .join(),
  );
  const { limit, bucket = "day" } = scope;
  const isTold =
    limit === undefined
      ? sql``
      : sql`where place < ${limit}::int or "seriesCount" <= ${limit}::int limit ${limit}::int`;
  const isOf = Object.values(columns).map((column) => sql.raw(`${column} = told.${column}`));
  // Each series is looked up: joined, PostgreSQL would rather read all.
  const ofTold = sql`(select place, each.* from told,
    lateral (select * from ${savingsRows(scope, dimension, bucket, isOf)} rows offset 0) each)`;
  const sums = sql`${nameBucket(scope)}, sum(saved_tokens), sum(handoff_count), ${nameless}`;
  return sql`with traffic as materialized (
      select ${keys}, row_number() over (order by sum(saved_tokens) desc, ${keys}) as place, count(*) over () as "seriesCount"
      from ${savingsRows(scope, dimension, "range")} sums group by ${keys}),
    told as (select * from traffic ${isTold})
    select place, null::bigint as "seriesCount", null as day, null::numeric as "savedTokens", null::numeric as "handoffCount", ${named} from told
    union all select place, null, ${sums}
      from ${withBucket(scope, ofTold, { keys: ["place"], sums: SUMS_OF_DAY })} group by bucket, place
    union all select null, (select count(*) from traffic), ${sums} from ${savingsByBucket(scope, null, { keys: [], sums: SUMS_OF_DAY })} group by bucket`;
}

type SplitRow = z.infer<z.ZodObject<typeof SplitRow>>;

/**
 * The days of the series that are told apart, in the order of their names, and on each what is left of all together.
 *
 * @param nameSeries null for a row that is none.
 */
function gather<Row extends SplitRow, Of extends object>(
  rows: readonly Row[],
  { limit }: SplitScope,
  nameSeries: (row: Row) => Of | null,
): SavingsSplit<Of> {
  const series = rows.flatMap((row) => {
    const of = nameSeries(row);
    return of ? [{ of, name: Object.values(of).join("\0"), place: row.place }] : [];
  });
  series.sort((a, b) => (a.name < b.name ? -1 : 1));
  const days = new Map<string, Map<number | null, SplitRow>>();
  for (const row of rows) {
    if (row.day === null) continue;
    const ofDay = days.get(row.day) ?? new Map<number | null, SplitRow>();
    days.set(row.day, ofDay.set(row.place, row));
  }
  const seriesCount = rows.reduce((count, row) => row.seriesCount ?? count, 0);
  const hasOthers = limit !== undefined && seriesCount > limit;
  const split: DayOfSeries<Of>[] = [];
  for (const [day, ofDay] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const rest = { day, of: null, ...sumsOf(ofDay.get(null)) };
    for (const { place, of } of series) {
      const told = ofDay.get(place);
      if (!told) continue;
      const sums = sumsOf(told);
      split.push({ day, of, ...sums });
      rest.savedTokens -= sums.savedTokens;
      rest.handoffCount -= sums.handoffCount;
    }
    if (hasOthers && (rest.handoffCount !== 0 || rest.savedTokens !== 0)) split.push(rest);
  }
  return { seriesCount, rows: split };
}

function sumsOf(row: SplitRow | undefined) {
  return { savedTokens: row?.savedTokens ?? 0, handoffCount: row?.handoffCount ?? 0 };
}
