import type { Calibration, CallHabits } from "@baton/server/pricing";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";

/** Smallest answer to compare, in tokens: marks between messages are a large part of a shorter one. */
const SHORTEST_ANSWER = 50;
/** Fewer answers give no factor. */
const FEWEST_ANSWERS = 20;
/** Factors outside come from other faults, such as a client that writes the count of an unfinished answer. */
const PLAUSIBLE = [0.5, 3] as const;

/** The calls that habits are taken from: enough for an average, and read at once. */
const LATEST_CALLS = 20_000;

const Habit = z.object({
  model: z.string().nullable(),
  isOfAll: z.boolean(),
  calls: Sum,
  contexts: Sum,
  cachedTokens: Sum,
  answers: Sum,
  factor: z.number().nullable(),
  lowFactor: z.number().nullable(),
  highFactor: z.number().nullable(),
});

/**
 * Returns how agents called their models in the latest calls before a time, and how the models count: the output tokens
 * of their answers ÷ Baton's count of the same texts, over answers of text alone.
 */
export async function getCallHabits(
  db: Database,
  { workspaceId, before }: { workspaceId: string; before: Date },
): Promise<CallHabits> {
  const rows = await selectRows(
    db,
    Habit,
    sql`with latest as (
        select model, session_id, agent, agent_id, cache_read_tokens,
          case when answer_tokens >= ${SHORTEST_ANSWER} and reasoning_tokens = 0
            and output_tokens::float8 / answer_tokens between ${PLAUSIBLE[0]}::float8 and ${PLAUSIBLE[1]}::float8
          then answer_tokens end as counted, output_tokens
        from message_usage
        where workspace_id = ${workspaceId} and occurred_at < ${before.toISOString()}
        order by occurred_at desc limit ${LATEST_CALLS}::int)
      select model, grouping(model) = 1 as "isOfAll", count(*) as calls,
        count(distinct (session_id, agent, agent_id)) as contexts, coalesce(sum(cache_read_tokens), 0) as "cachedTokens",
        count(counted) as answers,
        (sum(output_tokens) filter (where counted is not null) / sum(counted))::float8 as factor,
        ${percentile(0.1)} as "lowFactor", ${percentile(0.9)} as "highFactor"
      from latest group by grouping sets ((model), ())`,
  );
  const habits = rows.flatMap(({ model, isOfAll, calls, contexts, cachedTokens, ...counted }) =>
    calls === 0
      ? []
      : [
          {
            model,
            isOfAll,
            turns: calls / contexts,
            isCached: cachedTokens > 0,
            calibration: toCalibration(counted),
          },
        ],
  );
  const { turns, isCached } = habits.find(({ isOfAll }) => isOfAll) ?? {};
  return {
    ofModel: new Map(
      habits.flatMap(({ model, isOfAll, ...habit }) => (isOfAll || model === null ? [] : [[model, habit]])),
    ),
    ofAll: turns === undefined || isCached === undefined ? null : { turns, isCached, calibration: null },
  };
}

function percentile(share: number): SQL {
  return sql`percentile_cont(${share}::float8) within group (order by output_tokens::float8 / counted)
    filter (where counted is not null)`;
}

function toCalibration({
  answers,
  factor,
  lowFactor,
  highFactor,
}: Pick<z.infer<typeof Habit>, "answers" | "factor" | "lowFactor" | "highFactor">): Calibration | null {
  if (factor === null || lowFactor === null || highFactor === null || answers < FEWEST_ANSWERS) return null;
  return { factor, lowFactor, highFactor, answers };
}
