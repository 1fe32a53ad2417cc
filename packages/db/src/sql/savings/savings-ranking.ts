import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { listFieldSums } from "../field/field-traffic";
import { Sum, selectRows } from "../statement/rows";
import { SAVINGS_SUM_COLUMNS, SAVINGS_SUMS, SavingsTotalsRow } from "./savings";
import { nameBucket, savingsByBucket } from "./savings-bucket";
import { type SavingsDimension, type SavingsScope, savingsRows } from "./savings-rows";

/** Subjects of rankings. An agent has the savings of the handoffs that it receives. */
export const SAVINGS_SUBJECTS = ["rule", "pair", "agent", "workflow", "model", "field"] as const;
export type SavingsSubject = (typeof SAVINGS_SUBJECTS)[number];

/** Rollup dimension and key columns of each subject whose savings have totals of handoffs. */
const SUBJECTS: Record<Exclude<SavingsSubject, "field">, { dimension: SavingsDimension; keys: string[] }> = {
  rule: { dimension: "rule", keys: ["rule_id"] },
  pair: { dimension: "pair", keys: ["from_agent", "to_agent"] },
  agent: { dimension: "receiver", keys: ["to_agent"] },
  workflow: { dimension: "workflow", keys: ["workflow_id"] },
  model: { dimension: "model", keys: ["to_model"] },
};

/** The names of a subject as JSON, such as `["a", "b"]` for a pair. A missing name is empty. */
const SubjectKey = z.string();

const SubjectSums = z.object({
  key: SubjectKey,
  handoffCount: Sum,
  beforeTokens: Sum,
  savedTokens: Sum,
  addedTokens: Sum,
  summarizerTokens: Sum,
});
export type SubjectSums = z.infer<typeof SubjectSums>;

const SUMS = ["handoff_count", "before_tokens", "saved_tokens", "added_tokens", "summarizer_tokens"];

/**
 * Returns the savings of each rule, pair, agent, workflow, model or field in a range, those with the most net tokens
 * first. Fields are counted by days in UTC, and the mode and the workflow do not filter them.
 */
export async function listSavingsBySubject(
  db: Database,
  { by, ...scope }: SavingsScope & { by: SavingsSubject },
): Promise<SubjectSums[]> {
  if (by === "field") {
    const fields = await listFieldSums(db, scope);
    return fields.map((sums) => ({ ...sums, addedTokens: 0, summarizerTokens: 0 }));
  }
  const { dimension, keys } = SUBJECTS[by];
  return selectRows(
    db,
    SubjectSums,
    sql`select ${keyOf(keys)} as key, sum(handoff_count) as "handoffCount", sum(before_tokens) as "beforeTokens",
        sum(saved_tokens) as "savedTokens", sum(added_tokens) as "addedTokens", sum(summarizer_tokens) as "summarizerTokens"
      from ${savingsRows(scope, dimension, { keys, sums: SUMS }, "range")} sums
      group by 1 order by sum(saved_tokens) - sum(summarizer_tokens) desc, 1`,
  );
}

const SubjectDay = z.object({ key: SubjectKey, day: z.string(), model: z.string(), tokens: Sum });

/**
 * Returns the net tokens that some rules, pairs, agents, workflows or models saved, by day (UTC, like prices) and
 * receiver's model. Fields have none.
 *
 * @param scope.keys of `listSavingsBySubject`.
 */
export async function listSubjectDays(
  db: Database,
  { by, keys: wanted, ...scope }: SavingsScope & { by: SavingsSubject; keys: readonly string[] },
) {
  if (by === "field") return [];
  const { dimension, keys } = SUBJECTS[by];
  const columns = { keys: [...new Set([...keys, "to_model"])], sums: ["saved_tokens", "summarizer_tokens"] };
  const inUtc = { ...scope, range: { ...scope.range, timeZone: "UTC" } };
  return selectRows(
    db,
    SubjectDay,
    sql`select key, ${nameBucket(inUtc)} as day, to_model as model, sum(saved_tokens) - sum(summarizer_tokens) as tokens
      from (select ${keyOf(keys)} as key, bucketed.* from ${savingsByBucket(inUtc, dimension, columns)}) keyed
      where key in (select json_array_elements_text(${JSON.stringify(wanted)}::text::json))
      group by key, bucket, to_model order by key, bucket, to_model`,
  );
}

const SavingsRow = SavingsTotalsRow.extend({
  day: z.string(),
  ruleId: z.string(),
  fromAgent: z.string(),
  toAgent: z.string(),
  mode: z.string(),
  model: z.string(),
});

const LONG_KEYS = ["rule_id", "from_agent", "to_agent", "mode", "to_model"];

/**
 * Returns savings in long form: a row for each day (UTC, like prices), rule, pair, mode and receiver's model; at most
 * `limit`. A missing rule or model is empty.
 */
export async function listSavingsInLongForm(
  db: Database,
  { limit, ...scope }: SavingsScope & { limit: number },
) {
  const inUtc = { ...scope, range: { ...scope.range, timeZone: "UTC" } };
  const columns = { keys: LONG_KEYS, sums: SAVINGS_SUMS };
  return selectRows(
    db,
    SavingsRow,
    sql`select ${nameBucket(inUtc)} as day, rule_id as "ruleId", from_agent as "fromAgent", to_agent as "toAgent", mode,
        to_model as model, ${SAVINGS_SUM_COLUMNS}
      from ${savingsByBucket(inUtc, "pair", columns)}
      group by bucket, ${sql.raw(LONG_KEYS.join())} order by bucket, ${sql.raw(LONG_KEYS.join())} limit ${limit}::int`,
  );
}

function keyOf(columns: readonly string[]) {
  return sql.raw(`json_build_array(${columns.map((name) => `coalesce(${name}, '')`).join()})::text`);
}
