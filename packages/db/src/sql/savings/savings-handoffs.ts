import type { Cause } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { CursorMoment, CursorPosition } from "../line/position";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import { NET_TOKENS } from "./net-tokens";
import { filteredBy, type SavingsScope } from "./savings-rows";
import type { TimeRange } from "./time-range";

/** Filters of the handoffs behind a metric, in addition to those of the metric. */
interface HandoffsBehind extends SavingsScope {
  /** Filters by handoffs with savings of this cause. */
  cause?: Cause | undefined;
  /** Selects observe-only handoffs instead of enforced ones. */
  isObserved?: boolean | undefined;
}

/** Position of a handoff in the list, after which the next page starts. */
export const SavedHandoffCursor = CursorPosition.extend({ at: CursorMoment });
export type SavedHandoffCursor = z.infer<typeof SavedHandoffCursor>;

const SavedHandoff = z.object({
  eventId: z.string(),
  sessionId: z.string().nullable(),
  occurredAt: Milliseconds,
  fromAgent: z.string(),
  toAgent: z.string(),
  ruleId: z.string().nullable(),
  mode: z.enum(HANDOFF_MODES).nullable(),
  beforeTokens: Sum.nullable(),
  afterTokens: Sum.nullable(),
  /** Net. */
  savedTokens: Sum.nullable(),
});
type SavedHandoff = z.infer<typeof SavedHandoff>;

const PlacedHandoff = SavedHandoff.extend({
  sourceFileId: Sum,
  generation: Sum,
  sequence: Sum,
  ordinal: Sum,
});
type PlacedHandoff = z.infer<typeof PlacedHandoff>;

type HandoffPageQuery = HandoffsBehind & { cursor?: SavedHandoffCursor | undefined; limit: number };

/**
 * Returns a page of the context handoffs behind a metric, newest first. Its cost does not depend on its
 * depth.
 */
export async function listSavedHandoffs(
  db: Database,
  query: HandoffPageQuery,
): Promise<{ handoffs: SavedHandoff[]; nextCursor: SavedHandoffCursor | null }> {
  const { cursor, limit } = query;
  // With two upper bounds, PostgreSQL would scan the index from the range's end to the cursor.
  const range = cursor ? endingAt(query.range, new Date(cursor.at)) : query.range;
  const rows: PlacedHandoff[] = [];
  for (const part of latestFirst(range)) {
    rows.push(...(await listPart(db, { ...query, range: part, limit: limit + 1 - rows.length })));
    if (rows.length > limit) break;
  }
  const page = rows.slice(0, limit).map(takePlace);
  const last = page.at(-1);
  return {
    handoffs: page.map(({ handoff }) => handoff),
    nextCursor:
      last && rows.length > limit ? { at: last.handoff.occurredAt.toISOString(), ...last.place } : null,
  };
}

async function listPart(db: Database, query: HandoffPageQuery): Promise<PlacedHandoff[]> {
  const { cursor, limit } = query;
  const isBehind = cursor
    ? sql`and (occurred_at, source_file_id, generation, sequence, ordinal)
        < (${cursor.at}::timestamptz, ${cursor.sourceFileId}::bigint, ${cursor.generation}::int,
          ${cursor.sequence}::bigint, ${cursor.ordinal}::int)`
    : sql``;
  return selectRows(
    db,
    PlacedHandoff,
    sql`select event_id as "eventId", session_id as "sessionId", extract(epoch from occurred_at) * 1000 as "occurredAt",
        from_agent as "fromAgent", to_agent as "toAgent", rule_id as "ruleId", mode,
        before_tokens as "beforeTokens", after_tokens as "afterTokens", ${NET_TOKENS} as "savedTokens",
        source_file_id as "sourceFileId", generation, sequence, ordinal
      from handoff where ${isHandoffBehind(query)} ${isBehind}
      order by occurred_at desc, source_file_id desc, generation desc, sequence desc, ordinal desc
      limit ${limit}`,
  );
}

function takePlace({ sourceFileId, generation, sequence, ordinal, ...handoff }: PlacedHandoff) {
  return { handoff, place: { sourceFileId, generation, sequence, ordinal } };
}

const WEEK_MILLISECONDS = 7 * 86_400_000;

/**
 * Splits a range, because its last week usually fills the page, and planning every month takes longer than
 * reading a page.
 */
function latestFirst(range: TimeRange): TimeRange[] {
  const start = new Date(range.end.getTime() - WEEK_MILLISECONDS);
  if (start <= range.start) return [range];
  return [
    { ...range, start },
    { ...range, end: start },
  ];
}

/** Returns the range up to a time, inclusive: times are stored to the millisecond. */
function endingAt(range: TimeRange, timestamp: Date): TimeRange {
  return { ...range, end: new Date(Math.min(range.end.getTime(), timestamp.getTime() + 1)) };
}

/** Condition for rows of `handoff` behind a metric. */
export function isHandoffBehind({ range, ...figure }: HandoffsBehind): SQL {
  return sql`${isHandoffOf(figure)}
    and occurred_at >= ${range.start.toISOString()} and occurred_at < ${range.end.toISOString()}`;
}

/** Returns the same condition without the time. */
export function isHandoffOf({ workspaceId, filter, cause, isObserved }: Omit<HandoffsBehind, "range">): SQL {
  const { ruleId, mode } = filter;
  const conditions = [
    sql`workspace_id = ${workspaceId} and kind = 'context' and mode is not null`,
    isObserved ? sql`scoping_state = 'observed'` : sql`scoping_state is distinct from 'observed'`,
    ...filteredBy(filter),
  ];
  if (ruleId === "") conditions.push(sql`(rule_id is null or rule_id = '')`);
  else if (ruleId !== undefined) conditions.push(sql`rule_id = ${ruleId}`);
  if (mode !== undefined) conditions.push(sql`mode = ${mode}`);
  if (cause !== undefined) conditions.push(sql`${sql.raw(`saved_by_${cause}`)} > 0`);
  return sql.join(conditions, sql` and `);
}
