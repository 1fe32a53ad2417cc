import type { UsageFacts } from "@baton/core";
import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { messageUsage } from "../schema/index";
import { insertRows } from "./insert-rows";
import type { ResolvedRecord } from "./line-batch";

/** A record that says what one call of a model used. */
export interface ResolvedUsage extends ResolvedRecord {
  facts: UsageFacts;
}

/**
 * Notes what calls of models used. One call is written on several lines, each with the
 * usage so far: the last one in the order of the file stands. A call that another file has
 * told of already stays as that file told it.
 *
 * @param usages of one file, in its order.
 */
export async function putMessageUsages(
  db: Database,
  workspaceId: string,
  usages: readonly ResolvedUsage[],
): Promise<void> {
  const lasts = new Map(usages.map((usage) => [usage.facts.key ?? usage.eventId, usage]));
  if (lasts.size === 0) return;
  const rows = [...lasts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([
        usageKey,
        {
          facts: { key, ...facts },
          record,
          eventId,
          ordinal,
          ...resolved
        },
      ]) => ({
        workspaceId,
        usageKey,
        ...resolved,
        ...facts,
      }),
    );
  await insertRows(
    db,
    messageUsage,
    rows,
    sql`on conflict (workspace_id, usage_key) do update set
        session_id = excluded.session_id, agent = excluded.agent, model = excluded.model,
        occurred_at = excluded.occurred_at, generation = excluded.generation, sequence = excluded.sequence,
        input_tokens = excluded.input_tokens, cache_creation_tokens = excluded.cache_creation_tokens,
        cache_read_tokens = excluded.cache_read_tokens, output_tokens = excluded.output_tokens
      where message_usage.source_file_id = excluded.source_file_id
        and (message_usage.generation, message_usage.sequence) < (excluded.generation, excluded.sequence)`,
  );
}
