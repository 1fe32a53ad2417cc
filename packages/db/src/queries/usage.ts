import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { messageUsage } from "../schema/index";
import { type RecordScope, recordsSince } from "./record-scope";
import { Sum, selectRows } from "./rows";

export const USAGE_GROUPS = ["session", "agent", "model", "day"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const GROUP_KEYS: Record<UsageGroup, SQL> = {
  session: sql`session_id`,
  agent: sql`agent`,
  model: sql`model`,
  day: sql`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD')`,
};

const Usage = z.object({
  /** Days of UTC; like the next three, null where the calls of a group differ in it. */
  day: z.string().nullable(),
  sessionId: z.string().nullable(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  calls: Sum,
  inputTokens: Sum,
  cacheWriteTokens: Sum,
  cacheReadTokens: Sum,
  outputTokens: Sum,
});
export type Usage = z.infer<typeof Usage>;

/**
 * Returns what models used, in tokens as their providers counted them, each call once: one row per
 * combination of `by`, sorted by day if that is one of them, then by tokens (most first).
 */
export async function listUsage(
  db: Database,
  { by, ...scope }: RecordScope & { by: readonly UsageGroup[] },
): Promise<Usage[]> {
  const keys = sql.join(
    by.map((group) => GROUP_KEYS[group]),
    sql`, `,
  );
  const day = by.includes("day") ? sql`${GROUP_KEYS.day},` : sql``;
  return selectRows(
    db,
    Usage,
    sql`select ${sharedValue("day")} as day, ${sharedValue("session")} as "sessionId", ${sharedValue("agent")} as agent,
        ${sharedValue("model")} as model, count(*) as calls, sum(input_tokens) as "inputTokens",
        sum(cache_creation_tokens) as "cacheWriteTokens", sum(cache_read_tokens) as "cacheReadTokens",
        sum(output_tokens) as "outputTokens"
      from message_usage where ${recordsSince(messageUsage, scope)}
      group by ${keys}
      order by ${day} sum(input_tokens + cache_creation_tokens + cache_read_tokens + output_tokens) desc, ${keys}`,
  );
}

/** The one value that all calls of a group have, else null. */
function sharedValue(group: UsageGroup): SQL {
  const key = GROUP_KEYS[group];
  return sql`case when min(${key}) = max(${key}) and count(${key}) = count(*) then min(${key}) end`;
}
