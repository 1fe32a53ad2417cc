import type { CallHabits } from "@baton/server/pricing";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";

/** The calls that habits are taken from: enough for an average, and read at once. */
const LATEST_CALLS = 20_000;

const Habit = z.object({
  model: z.string().nullable(),
  isOfAll: z.boolean(),
  calls: Sum,
  contexts: Sum,
  cachedTokens: Sum,
});

/** Returns how agents called their models in the latest calls before a time. */
export async function getCallHabits(
  db: Database,
  { workspaceId, before }: { workspaceId: string; before: Date },
): Promise<CallHabits> {
  const rows = await selectRows(
    db,
    Habit,
    sql`with latest as (
        select model, session_id, agent, agent_id, cache_read_tokens from message_usage
        where workspace_id = ${workspaceId} and occurred_at < ${before.toISOString()}
        order by occurred_at desc limit ${LATEST_CALLS}::int)
      select model, grouping(model) = 1 as "isOfAll", count(*) as calls,
        count(distinct (session_id, agent, agent_id)) as contexts, coalesce(sum(cache_read_tokens), 0) as "cachedTokens"
      from latest group by grouping sets ((model), ())`,
  );
  const habits = rows.flatMap(({ model, isOfAll, calls, contexts, cachedTokens }) =>
    calls === 0 ? [] : [{ model, isOfAll, turns: calls / contexts, isCached: cachedTokens > 0 }],
  );
  const { turns, isCached } = habits.find(({ isOfAll }) => isOfAll) ?? {};
  return {
    ofModel: new Map(
      habits.flatMap(({ model, isOfAll, ...habit }) => (isOfAll || model === null ? [] : [[model, habit]])),
    ),
    ofAll: turns === undefined || isCached === undefined ? null : { turns, isCached },
  };
}
