import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { Sum, selectRows } from "./rows";
import { listSavingsByDay } from "./savings";
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
  return selectRows(
    db,
    RuleTraffic,
    sql`select rule_id as "ruleId", ${TRAFFIC_COLUMNS}
      from ${savingsRows(scope, "rule", "range")} sums group by rule_id order by rule_id`,
  );
}

/** The same by each pair of agents. */
export async function listPairTraffic(db: Database, scope: SavingsScope) {
  return selectRows(
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

const RULE_COLUMNS = { keys: ["rule_id"], sums: ["saved_tokens", "handoff_count"] };
const PAIR_COLUMNS = { keys: ["from_agent", "to_agent"], sums: ["saved_tokens", "handoff_count"] };

const SAVED_COLUMNS = sql`sum(saved_tokens) as "savedTokens", sum(handoff_count) as "handoffCount"`;
const Saved = { day: z.string(), savedTokens: Sum, handoffCount: Sum };

/** Tokens saved per day and rule; an empty `ruleId` is "no rule, the default applied". */
export async function listSavingsByDayAndRule(db: Database, scope: SplitScope): Promise<SavingsSplit<Rule>> {
  return split(db, scope, await listRuleTraffic(db, scope), async (told) => {
    const isTold = isAmong(told, ({ ruleId }) => sql`rule_id = ${ruleId}`);
    const rows = await selectRows(
      db,
      z.object({ ...Saved, ruleId: z.string() }),
      sql`select ${nameBucket(scope)} as day, rule_id as "ruleId", ${SAVED_COLUMNS}
        from ${savingsByBucket(scope, "rule", RULE_COLUMNS, isTold)}
        group by bucket, rule_id order by bucket, rule_id`,
    );
    return rows.map(({ ruleId, ...saved }) => ({ ...saved, of: { ruleId } }));
  });
}

/** Tokens saved per day and pair of agents. */
export async function listSavingsByDayAndPair(db: Database, scope: SplitScope): Promise<SavingsSplit<Pair>> {
  return split(db, scope, await listPairTraffic(db, scope), async (told) => {
    const isTold = isAmong(
      told,
      ({ fromAgent, toAgent }) => sql`(from_agent = ${fromAgent} and to_agent = ${toAgent})`,
    );
    const rows = await selectRows(
      db,
      z.object({ ...Saved, fromAgent: z.string(), toAgent: z.string() }),
      sql`select ${nameBucket(scope)} as day, from_agent as "fromAgent", to_agent as "toAgent", ${SAVED_COLUMNS}
        from ${savingsByBucket(scope, "pair", PAIR_COLUMNS, isTold)}
        group by bucket, from_agent, to_agent order by bucket, from_agent, to_agent`,
    );
    return rows.map(({ fromAgent, toAgent, ...saved }) => ({ ...saved, of: { fromAgent, toAgent } }));
  });
}

function isAmong<Key>(told: readonly Key[] | null, isOne: (key: Key) => SQL): SQL {
  if (told === null) return sql`true`;
  return told.length === 0 ? sql`false` : sql`(${sql.join(told.map(isOne), sql` or `)})`;
}

/**
 * Of many series only those that are told apart are read day by day: what the others saved is the rest of what all did.
 *
 * @param traffic  of each series.
 * @param listDays the days of some series; of all where none are named.
 */
async function split<Key extends { savedTokens: number }, Of>(
  db: Database,
  scope: SplitScope,
  traffic: readonly Key[],
  listDays: (told: readonly Key[] | null) => Promise<(DayOfSeries<Of> & { of: Of })[]>,
): Promise<SavingsSplit<Of>> {
  const seriesCount = traffic.length;
  const { limit = seriesCount } = scope;
  if (seriesCount <= limit) return { seriesCount, rows: await listDays(null) };
  const told = traffic.toSorted((a, b) => b.savedTokens - a.savedTokens).slice(0, limit - 1);
  const [rows, all] = await Promise.all([listDays(told), listSavingsByDay(db, scope)]);
  const others = all.flatMap(({ day, savedTokens, handoffCount }) => {
    const ofDay = rows.filter((row) => row.day === day);
    const rest = { day, of: null, savedTokens, handoffCount };
    for (const row of ofDay) {
      rest.savedTokens -= row.savedTokens;
      rest.handoffCount -= row.handoffCount;
    }
    return rest.handoffCount === 0 && rest.savedTokens === 0 ? ofDay : [...ofDay, rest];
  });
  return { seriesCount, rows: others };
}
