import { CAUSES } from "@baton/core";
import { groupBy } from "@baton/core/internal";
import { type BlockMark, type Leak, nameOf } from "@baton/server/lineage";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { blockMark, leak } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import type { SearchedHandoff } from "./searched-handoff";

/** Maximum length of a field name; a longer one is content. */
const MAX_FIELD_LENGTH = 1_000;

/** Returns which of these sessions have blocks. */
export async function listMarkedSessions(
  db: Database,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await selectRows(
    db,
    z.object({ id: z.string() }),
    sql`select id from json_array_elements_text(${JSON.stringify(sessionIds.map(toStorableText))}::text::json) as id
      where exists (select 1 from block_mark where workspace_id = ${workspaceId} and session_id = id)`,
  );
  return new Set(rows.map(({ id }) => fromStorableText(id)));
}

const StoredMark = z.object({
  sessionId: z.string().transform(fromStorableText),
  key: z.string(),
  source: z.string(),
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  isRemoved: z.boolean(),
  field: z.string().transform(fromStorableText),
  eventId: z.string().transform(fromStorableText),
  fromAgent: z.string().transform(fromStorableText),
  ruleId: z
    .string()
    .nullable()
    .transform((id) => id && fromStorableText(id)),
  cause: z.enum(CAUSES).nullable(),
});

/** Returns the blocks that have one of these sessions and one of its keys. */
export async function listBlockMarks(
  db: Database,
  workspaceId: string,
  wanted: readonly { sessionIds: readonly string[]; keys: readonly string[] }[],
): Promise<BlockMark[]> {
  const asked = wanted
    .filter(({ sessionIds }) => sessionIds.length > 0)
    .map(({ sessionIds, keys }) => ({ ids: sessionIds.map(toStorableText), keys }));
  if (asked.length === 0) return [];
  const rows = await selectRows(
    db,
    StoredMark,
    sql`select session_id as "sessionId", block_mark.key, source, extract(epoch from occurred_at) * 1000 as "occurredAt",
        source_file_id as "sourceFileId", generation, sequence, ordinal, is_removed as "isRemoved", field,
        event_id as "eventId", from_agent as "fromAgent", rule_id as "ruleId", cause
      from json_to_recordset(${JSON.stringify(asked)}::text::json) as asked(ids json, keys json)
      cross join json_array_elements_text(ids) as id cross join json_array_elements_text(keys) as one
      join block_mark on workspace_id = ${workspaceId} and session_id = id and block_mark.key = one`,
  );
  return rows.map(({ occurredAt, sourceFileId, generation, sequence, ordinal, ...mark }) => {
    const place = { occurredAt: occurredAt.getTime(), sourceFileId, generation, sequence, ordinal };
    return { ...mark, name: nameOf(mark.field), place };
  });
}

/** Stores blocks. A block that is stored already is replaced. */
export async function upsertBlockMarks(
  db: Database,
  workspaceId: string,
  marks: readonly BlockMark[],
): Promise<void> {
  if (marks.length === 0) return;
  const rows = marks.map(({ place, field, name: _, ...columns }) => ({
    workspaceId,
    ...columns,
    ...place,
    field: field.slice(0, MAX_FIELD_LENGTH),
    occurredAt: new Date(place.occurredAt),
  }));
  await insertRows(
    db,
    blockMark,
    rows,
    sql`on conflict (workspace_id, session_id, key, source) do update set occurred_at = excluded.occurred_at,
        source_file_id = excluded.source_file_id, generation = excluded.generation, sequence = excluded.sequence,
        ordinal = excluded.ordinal, is_removed = excluded.is_removed, field = excluded.field,
        event_id = excluded.event_id, from_agent = excluded.from_agent, rule_id = excluded.rule_id,
        cause = excluded.cause`,
  );
}

/** A leak with the handoff that received it. */
export interface FoundLeak {
  handoff: SearchedHandoff;
  leak: Leak;
}

function toLeakRow(
  workspaceId: string,
  {
    handoff: { place, sessionId, eventId, fromAgent, toAgent, ruleId },
    leak: { name, field, by, tokens, places, block },
  }: FoundLeak,
) {
  return {
    workspaceId,
    ...place,
    occurredAt: new Date(place.occurredAt),
    name,
    field: field.slice(0, MAX_FIELD_LENGTH),
    sessionId,
    eventId,
    fromAgent,
    toAgent,
    ruleId,
    evidence: by,
    tokens,
    places: [...places],
    blockedAt: new Date(block.place.occurredAt),
    blockedSessionId: block.sessionId,
    blockedEventId: block.eventId,
    blockedFromAgent: block.fromAgent,
    blockedRuleId: block.ruleId,
    blockedCause: block.cause,
  };
}

const StoredLeak = z.object({ sessionId: z.string(), isNew: z.boolean() });

/** Subtracts leaks, which are deleted next, from the counts of their sessions. */
export async function subtractLeaks(db: Database, workspaceId: string, isOne: SQL): Promise<void> {
  await db.execute(
    sql`update session set leak_count = greatest(0, leak_count - gone.count)
      from (select session_id, count(*) as count from leak where workspace_id = ${workspaceId} and ${isOne}
        group by session_id) gone
      where workspace_id = ${workspaceId} and session.session_id = gone.session_id`,
  );
}

/**
 * Stores leaks and counts the new ones in their sessions. A leak that is stored already is replaced.
 * @returns the sessions with new leaks.
 */
export async function upsertLeaks(
  db: Database,
  workspaceId: string,
  leaks: readonly FoundLeak[],
): Promise<ReadonlySet<string>> {
  if (leaks.length === 0) return new Set();
  const stored = z.array(StoredLeak).parse(
    await insertRows(
      db,
      leak,
      leaks.map((found) => toLeakRow(workspaceId, found)),
      sql`on conflict (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, name) do update set
        field = excluded.field, evidence = excluded.evidence, tokens = excluded.tokens, places = excluded.places,
        blocked_at = excluded.blocked_at, blocked_session_id = excluded.blocked_session_id,
        blocked_event_id = excluded.blocked_event_id,
        blocked_from_agent = excluded.blocked_from_agent, blocked_rule_id = excluded.blocked_rule_id,
        blocked_cause = excluded.blocked_cause
      returning session_id as "sessionId", xmax = 0 as "isNew"`,
    ),
  );
  const added = groupBy(
    stored.filter(({ isNew }) => isNew),
    ({ sessionId }) => sessionId,
  );
  if (added.size === 0) return new Set();
  const counts = [...added].map(([id, some]) => ({ id, count: some.length }));
  await db.execute(
    sql`update session set leak_count = leak_count + more.count
      from json_to_recordset(${JSON.stringify(counts)}::text::json) as more(id text, count bigint)
      where workspace_id = ${workspaceId} and session_id = more.id`,
  );
  return new Set([...added.keys()].map(fromStorableText));
}
