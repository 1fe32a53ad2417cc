import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { messageUsage, session } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";
import { personOf } from "./person";
import { type RecordScope, recordsSince } from "./record-scope";

export const USAGE_GROUPS = [
  "session",
  "agent",
  "model",
  "day",
  "month",
  "person",
  "folder",
  "repository",
  "branch",
] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const PARENT = sql`parent_session_id`;
const GROUP_KEYS: Record<UsageGroup, SQL> = {
  session: sql`session_id`,
  agent: sql`agent`,
  model: sql`model`,
  day: sql`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD')`,
  month: sql`to_char(occurred_at at time zone 'UTC', 'YYYY-MM')`,
  person: sql`named.person`,
  folder: sql`project_folder`,
  repository: sql`repository`,
  branch: sql`coalesce(message_usage.branch, session.branch)`,
};

const Usage = z.object({
  /** UTC day; like the next nine, null if the calls of a group differ in it. */
  day: z.string().nullable(),
  /** UTC month, such as 2026-11. */
  month: z.string().nullable(),
  sessionId: z.string().nullable(),
  parentSessionId: z.string().nullable(),
  agent: z.string().nullable(),
  model: z.string().nullable(),
  person: z.string().nullable(),
  folder: z.string().nullable(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  calls: Sum,
  inputTokens: Sum,
  cacheWriteTokens: Sum,
  cacheReadTokens: Sum,
  outputTokens: Sum,
});
export type Usage = z.infer<typeof Usage>;

/**
 * Returns what models used, in tokens as their providers counted them, each call once: one row per
 * combination of `by`, sorted by day or month if that is one of them, then by tokens (most first).
 */
export async function listUsage(
  db: Database,
  { by, ...scope }: RecordScope & { by: readonly UsageGroup[] },
): Promise<Usage[]> {
  const keys = sql.join(
    by.map((group) => GROUP_KEYS[group]),
    sql`, `,
  );
  const time = (["day", "month"] as const).find((group) => by.includes(group));
  const first = time ? sql`${GROUP_KEYS[time]},` : sql``;
  return selectRows(
    db,
    Usage,
    sql`select ${sharedValue(GROUP_KEYS.day)} as day, ${sharedValue(GROUP_KEYS.month)} as month,
        ${sharedValue(GROUP_KEYS.session)} as "sessionId",
        ${sharedValue(PARENT)} as "parentSessionId", ${sharedValue(GROUP_KEYS.agent)} as agent,
        ${sharedValue(GROUP_KEYS.model)} as model, ${sharedValue(GROUP_KEYS.person)} as person, ${sharedValue(GROUP_KEYS.folder)} as folder,
        ${sharedValue(GROUP_KEYS.repository)} as repository, ${sharedValue(GROUP_KEYS.branch)} as branch, count(*) as calls, sum(input_tokens) as "inputTokens",
        sum(cache_creation_tokens) as "cacheWriteTokens", sum(cache_read_tokens) as "cacheReadTokens",
        sum(output_tokens) as "outputTokens"
      from message_usage left join ${session} using (workspace_id, session_id)
        cross join lateral (select ${personOf(scope.workspaceId)} as person) named
      where ${recordsSince(messageUsage, scope)}
      group by ${keys}
      order by ${first} sum(input_tokens + cache_creation_tokens + cache_read_tokens + output_tokens) desc, ${keys}`,
  );
}

/** Returns the value that all calls of a group share, or null. */
function sharedValue(key: SQL): SQL {
  return sql`case when min(${key}) = max(${key}) and count(${key}) = count(*) then min(${key}) end`;
}
