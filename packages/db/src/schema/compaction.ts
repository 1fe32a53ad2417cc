import { COMPACTION_TRIGGERS } from "@baton/core/session";
import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { moment, position, tokens, workspaceId } from "./columns";

/** Facts of a class: how many there were, how many remain, and, if content is stored, which were lost. */
export interface StoredLoss {
  total: number;
  kept: number;
  gone: readonly string[] | null;
}

/** A compaction of an agent's context. Sizes are in tokens; null means "not recorded". */
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
    /** True if a hook reported it and the transcript has not reported it yet. */
    isNotice: boolean("is_notice").notNull().default(false),
    /** True if a hook also reported it. */
    isNoticed: boolean("is_noticed").notNull().default(false),
    trigger: text("trigger", { enum: COMPACTION_TRIGGERS }),
    beforeTokens: tokens("before_tokens"),
    afterTokens: tokens("after_tokens"),
    preserved: text("preserved").array().notNull().default([]),
    summary: text("summary"),
    /** Usage of the model that rephrased the summary; null without one. */
    summarizerTokens: tokens("summarizer_tokens"),
    summarizerOutputTokens: tokens("summarizer_output_tokens"),
    summarizerModel: text("summarizer_model"),
    /** Losses by class of facts (`file_paths`, `commands`, …); null if the texts were not compared. */
    loss: jsonb("loss").$type<Readonly<Record<string, StoredLoss>>>(),
    /** Time at which Baton itself compared the texts, or found that one is missing; null before. */
    comparedAt: moment("compared_at"),
    /** Facts of all classes before, and those kept, as Baton counted them; null if a text is missing. */
    totalFacts: integer("total_facts"),
    keptFacts: integer("kept_facts"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.eventId] }),
    index("compaction_session").on(table.workspaceId, table.sessionId, table.occurredAt),
    index("compaction_time").on(table.workspaceId, table.occurredAt),
    // Compactions to compare.
    index("compaction_uncompared")
      .on(table.occurredAt)
      .where(sql`compared_at is null and summary is not null`),
    index("compaction_words").using("gin", compactionWords(table)),
  ],
);

/**
 * Words of a summary, from its beginning if it is very long: PostgreSQL cannot index more than 1 MB of them.
 */
export function compactionWords({ summary }: { summary: AnyPgColumn }): SQL {
  return sql`to_tsvector('simple', left(coalesce(${summary}, ''), 100000))`;
}
