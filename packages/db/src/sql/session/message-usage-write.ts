import type { UsageFacts } from "@baton/core/session";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { messageUsage } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { insertRows } from "../statement/insert-rows";

/** A record with the usage of a model call. */
interface ResolvedUsage extends ResolvedRecord {
  facts: UsageFacts;
}

/**
 * Stores the usage of model calls. A call can be on several lines, and in several files if one is a copy or
 * fork of another. The last record provides the counts: the later line of a file, otherwise the later record,
 * otherwise the larger output. The earliest record provides time, session, agent and branch; at equal times the one
 * without an agent ID, so that the order of files does not matter. A call on several lines has no size of its answer,
 * because each line has a part of it.
 *
 * @param usages of one file, in its order.
 */
export async function upsertMessageUsages(
  db: Database,
  workspaceId: string,
  usages: readonly ResolvedUsage[],
): Promise<void> {
  const rows = new Map<string, UsageRow>();
  const sumKeys = new Set<string>();
  for (const { facts, occurredAt, sessionId, eventId, record, ...place } of usages) {
    const { key, sumKey, ...counts } = facts;
    if (sumKey !== null) sumKeys.add(sumKey);
    const { sourceFileId, generation, sequence } = place;
    const usageKey = key ?? eventId;
    const row = {
      workspaceId,
      usageKey,
      sessionId,
      occurredAt,
      countedAt: occurredAt,
      sourceFileId,
      generation,
      sequence,
      branch: record.project?.branch ?? null,
      ...counts,
    };
    const before = rows.get(usageKey);
    const model = row.model ?? before?.model ?? null;
    rows.set(usageKey, before ? { ...row, model, answerTokens: null, ...originOf(before, row) } : row);
  }
  if (rows.size === 0) return;
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await insertRows(
    db,
    messageUsage,
    sorted,
    sql`on conflict (workspace_id, usage_key) do update set ${pickColumns(ORIGIN, isOrigin)}, ${pickColumns(COUNTS, isLast)},
      model = case when ${isLast} then coalesce(excluded.model, message_usage.model)
        else coalesce(message_usage.model, excluded.model) end,
      answer_tokens = case when ${isSame} then excluded.answer_tokens end`,
  );
  await dropTotals(db, workspaceId, [...sumKeys]);
}

/** Deletes sums and records of telemetry (`sumKey`) in sessions whose calls are recorded individually. */
async function dropTotals(db: Database, workspaceId: string, sumKeys: readonly string[]): Promise<void> {
  if (sumKeys.length === 0) return;
  await db.execute(
    sql`delete from message_usage total where total.workspace_id = ${workspaceId}
      and total.usage_key = any (array(select json_array_elements_text(${JSON.stringify(sumKeys)}::text::json)))
      and exists (select 1 from message_usage call where call.workspace_id = ${workspaceId}
        and call.session_id = total.session_id and call.usage_key not like '%:sum')`,
  );
}

/** Agent, time, session and branch of a call. */
const ORIGIN = ["occurred_at", "session_id", "agent", "agent_id", "branch"];

const COUNTS = [
  "counted_at",
  "source_file_id",
  "generation",
  "sequence",
  "input_tokens",
  "cache_creation_tokens",
  "cache_creation_1h_tokens",
  "cache_read_tokens",
  "output_tokens",
  "reasoning_tokens",
];

/** A record that names the agent overrides the origin of one that does not. */
const isOrigin = sql`case when (excluded.agent = 'unknown') <> (message_usage.agent = 'unknown')
  then message_usage.agent = 'unknown'
  else (excluded.occurred_at, coalesce(excluded.agent_id, '') collate "C", coalesce(excluded.session_id, '') collate "C")
    < (message_usage.occurred_at, coalesce(message_usage.agent_id, '') collate "C", coalesce(message_usage.session_id, '') collate "C")
  end`;

const isLast = sql`case when message_usage.source_file_id = excluded.source_file_id
  then (message_usage.generation, message_usage.sequence) < (excluded.generation, excluded.sequence)
  else (message_usage.counted_at, message_usage.output_tokens) < (excluded.counted_at, excluded.output_tokens) end`;

const isSame = sql`(message_usage.source_file_id, message_usage.generation, message_usage.sequence)
  = (excluded.source_file_id, excluded.generation, excluded.sequence)`;

function pickColumns(names: readonly string[], isExcluded: SQL): SQL {
  const picks = names.map((name) => {
    const column = sql.identifier(name);
    return sql`${column} = case when ${isExcluded} then excluded.${column} else message_usage.${column} end`;
  });
  return sql.join(picks, sql`, `);
}

type UsageRow = typeof messageUsage.$inferInsert;

/** Returns the origin of a call with two records in one file: the first record in file order. */
function originOf(
  first: UsageRow,
  second: UsageRow,
): Pick<UsageRow, "occurredAt" | "sessionId" | "agent" | "agentId" | "branch"> {
  const isFirst =
    (first.agent === "unknown") === (second.agent === "unknown")
      ? first.occurredAt <= second.occurredAt
      : second.agent === "unknown";
  const { occurredAt, sessionId, agent, agentId, branch } = isFirst ? first : second;
  return { occurredAt, sessionId, agent, agentId, branch };
}
