import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";
import { clockOfBucket, nameTime, type SavingsSeriesScope, withBucket } from "./savings-bucket";
import { type SavingsScope, savingsRows } from "./savings-rows";

interface Rule {
  ruleId: string;
}
interface Pair {
  fromAgent: string;
  toAgent: string;
}

const Traffic = {
  handoffCount: Sum,
  beforeTokens: Sum,
  savedTokens: Sum,
  summarizerTokens: Sum,
  observedCount: Sum,
};
const RuleTraffic = z.object({ ...Traffic, ruleId: z.string() });
const PairTraffic = z.object({ ...Traffic, fromAgent: z.string(), toAgent: z.string() });

const SUMS_OF_TRAFFIC = [
  "handoff_count",
  "before_tokens",
  "saved_tokens",
  "summarizer_tokens",
  "observed_count",
];
const TRAFFIC_COLUMNS = sql`sum(handoff_count) as "handoffCount", sum(before_tokens) as "beforeTokens",
  sum(saved_tokens) as "savedTokens", sum(summarizer_tokens) as "summarizerTokens",
  sum(observed_count) as "observedCount"`;

/**
 * Returns original and saved tokens of enforced handoffs, and the number of observed ones, by applied rule; an empty
 * `ruleId` is the default.
 */
export async function listRuleTraffic(db: Database, scope: SavingsScope) {
  return selectRows(
    db,
    RuleTraffic,
    sql`select rule_id as "ruleId", ${TRAFFIC_COLUMNS}
      from ${savingsRows(scope, "rule", { keys: ["rule_id"], sums: SUMS_OF_TRAFFIC }, "range")} sums group by rule_id order by rule_id`,
  );
}

/** Returns the same by pair of agents. */
export async function listPairTraffic(db: Database, scope: SavingsScope) {
  return selectRows(
    db,
    PairTraffic,
    sql`select from_agent as "fromAgent", to_agent as "toAgent", ${TRAFFIC_COLUMNS}
      from ${savingsRows(scope, "pair", { keys: ["from_agent", "to_agent"], sums: SUMS_OF_TRAFFIC }, "range")} sums
      group by from_agent, to_agent order by from_agent, to_agent`,
  );
}

/** Series that a range is split into. */
interface SavingsSplit<Key> {
  /** Number of series, including combined ones. */
  seriesCount: number;
  /**
   * Net saved tokens of each series per day (or hour) with enforced handoffs, oldest first; `of` is null for
   * the combined series.
   */
  rows: DayOfSeries<Key>[];
}

interface TotalsOfDay {
  netTokens: number;
  handoffCount: number;
}
interface DayOfSeries<Key> extends TotalsOfDay {
  day: string;
  of: Key | null;
}

/** Maximum number of series. If there are more, the last one combines all others. No limit by default. */
export type SplitScope = SavingsSeriesScope & { limit?: number | undefined };

const SUMS_OF_NET = ["saved_tokens", "summarizer_tokens"];
const SUMS_OF_DAY = [...SUMS_OF_NET, "handoff_count"];

/** A series with the local start times of its days in seconds. Without a name, it combines all others. */
const SeriesRow = {
  seriesCount: Sum,
  times: z.array(z.number()),
  netTokens: z.array(z.number()),
  handoffCounts: z.array(z.number()),
};
const RuleRow = z.object({ ...SeriesRow, ruleId: z.string().nullable() });
const PairRow = z.object({ ...SeriesRow, fromAgent: z.string().nullable(), toAgent: z.string().nullable() });

/** Returns net saved tokens per day and rule; an empty `ruleId` is "no rule, the default applied". */
export async function listSavingsByDayAndRule(db: Database, scope: SplitScope): Promise<SavingsSplit<Rule>> {
  const rows = await selectRows(db, RuleRow, splitBy(scope, "rule", { ruleId: "rule_id" }));
  return gather(scope, rows, ({ ruleId }) => (ruleId === null ? null : { ruleId }));
}

/** Returns net saved tokens per day and pair of agents. */
export async function listSavingsByDayAndPair(db: Database, scope: SplitScope): Promise<SavingsSplit<Pair>> {
  const columns = { fromAgent: "from_agent", toAgent: "to_agent" };
  const rows = await selectRows(db, PairRow, splitBy(scope, "pair", columns));
  return gather(scope, rows, ({ fromAgent, toAgent }) =>
    fromAgent === null || toAgent === null ? null : { fromAgent, toAgent },
  );
}

/**
 * Keeps the series that saved most and combines all others. One statement, so that no write happens in
 * between. Returns one row per series, because sending rows is most of the cost. Numbers are floating point,
 * which is faster to send and is what JavaScript makes of sums anyway.
 */
function splitBy(scope: SplitScope, dimension: "rule" | "pair", columns: Record<string, string>): SQL {
  const { limit, bucket = "day" } = scope;
  const keys = Object.values(columns);
  const ofKeys = sql.raw(keys.join());
  const names = sql.raw(
    Object.entries(columns)
      .map(([name, column]) => `listed.${column} as "${name}"`)
      .join(),
  );
  const traffic = savingsRows(scope, dimension, { keys, sums: SUMS_OF_NET }, "range");
  const rows = savingsRows(scope, dimension, { keys, sums: SUMS_OF_DAY }, bucket);
  const ofListed = sql`(select * from ${rows} each left join listed using (${ofKeys}))`;
  const toTell =
    limit === undefined
      ? sql``
      : sql`order by saved desc, ${ofKeys} limit ${limit}::int - (select ("seriesCount" > ${limit}::int)::int from counted)`;
  return sql`with traffic as materialized (
      select ${ofKeys}, sum(saved_tokens - summarizer_tokens) as saved from ${traffic} sums group by ${ofKeys}),
    counted as materialized (select count(*) as "seriesCount" from traffic),
    listed as materialized (select ${ofKeys}, row_number() over () as place from traffic ${toTell}),
    each_day as (
      select place, bucket, sum((saved_tokens - summarizer_tokens)::float8) as net_tokens, sum(handoff_count::float8) as handoff_count
      from ${withBucket(scope, ofListed, { keys: ["place"], sums: SUMS_OF_DAY })}
      group by place, bucket having sum(handoff_count) > 0),
    days as (
      select place, json_agg(date_part('epoch', ${clockOfBucket(scope)})) as times, json_agg(net_tokens) as "netTokens",
        json_agg(handoff_count) as "handoffCounts"
      from each_day group by place)
    select "seriesCount", coalesce(times, '[]') as times, coalesce("netTokens", '[]') as "netTokens",
      coalesce("handoffCounts", '[]') as "handoffCounts", ${names}
    from counted left join days on true left join listed using (place)`;
}

type SeriesRow = z.infer<z.ZodObject<typeof SeriesRow>>;

/**
 * Returns the days of the series ordered by name, with the combined series last.
 * @param nameSeries receives null for the combined series.
 */
function gather<Row extends SeriesRow, Of extends object>(
  { bucket = "day" }: SplitScope,
  rows: readonly Row[],
  nameSeries: (row: Row) => Of | null,
): SavingsSplit<Of> {
  const series = rows.map((row) => {
    const of = nameSeries(row);
    return { row, of, name: of && Object.values(of).join("\0") };
  });
  series.sort((a, b) => (a.name !== null && (b.name === null || a.name < b.name) ? -1 : 1));
  const days = new Map<number, DayOfSeries<Of>[]>();
  for (const { row, of } of series) {
    for (const [index, time] of row.times.entries()) {
      const ofDay = days.get(time) ?? [];
      if (ofDay.length === 0) days.set(time, ofDay);
      const [netTokens = 0, handoffCount = 0] = [row.netTokens[index], row.handoffCounts[index]];
      ofDay.push({ day: ofDay[0]?.day ?? nameTime(time, bucket), of, netTokens, handoffCount });
    }
  }
  const inOrder = [...days].sort(([a], [b]) => a - b);
  return { seriesCount: rows[0]?.seriesCount ?? 0, rows: inOrder.flatMap(([, ofDay]) => ofDay) };
}
