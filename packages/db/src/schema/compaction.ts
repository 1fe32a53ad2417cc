import { COMPACTION_TRIGGERS } from "@baton/core";
import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, position, tokens, total, workspaceId } from "./columns";
import { type Span, spanStart } from "./span";

/**
 * What became of the facts of a class: how many there were, how many still stand,
 * and, where content is stored, which are gone.
 */
export interface StoredLoss {
  total: number;
  kept: number;
  gone: readonly string[] | null;
}

/** An agent's context was made smaller. Sizes are in tokens; null means "not recorded". */
export const compaction = pgTable(
  "compaction",
  {
    workspaceId: workspaceId(),
    eventId: text("event_id").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    ...position(),
    sessionId: text("session_id"),
    agent: text("agent"),
    agentId: text("agent_id"),
    /** Whether a hook told of it, and the transcript has not told of it yet. */
    isNotice: boolean("is_notice").notNull().default(false),
    /** Whether a hook told of it too. */
    isNoticed: boolean("is_noticed").notNull().default(false),
    trigger: text("trigger", { enum: COMPACTION_TRIGGERS }),
    beforeTokens: tokens("before_tokens"),
    afterTokens: tokens("after_tokens"),
    preserved: text("preserved").array().notNull().default([]),
    summary: text("summary"),
    /** By class of facts (`file_paths`, `commands`, …); null where nobody compared the texts. */
    loss: jsonb("loss").$type<Readonly<Record<string, StoredLoss>>>(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.eventId] }),
    index("compaction_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("compaction_time").on(table.workspaceId, table.occurredAt),
    index("compaction_words").using("gin", compactionWords(table)),
  ],
);

/**
 * Compactions by agent and by what set them off, which outlive the compactions themselves. Where an agent or
 * a trigger is not recorded, it is ''.
 */
const compactionsByAgent = (span: Span) =>
  pgTable(
    `compactions_by_agent_${span}`,
    {
      workspaceId: workspaceId(),
      start: spanStart(span),
      agent: text("agent").notNull(),
      trigger: text("trigger", { enum: [...COMPACTION_TRIGGERS, ""] }).notNull(),
      compactionCount: total("compaction_count"),
      /** Those that recorded both sizes, which are the ones whose tokens are summed. */
      measuredCount: total("measured_count"),
      beforeTokens: total("before_tokens"),
      afterTokens: total("after_tokens"),
    },
    (table) => [
      primaryKey({
        name: `compactions_by_agent_${span}_pkey`,
        columns: [table.workspaceId, table.start, table.agent, table.trigger],
      }),
    ],
  );
export const compactionsByAgentHour = compactionsByAgent("hour");
export const compactionsByAgentDay = compactionsByAgent("day");

/**
 * The words of a summary, of a very long one those that it begins with:
 * PostgreSQL refuses to index more than 1 MB of them.
 */
export function compactionWords({ summary }: { summary: AnyPgColumn }): SQL {
  return sql`to_tsvector('simple', left(coalesce(${summary}, ''), 100000))`;
}
