import { LEAK_EVIDENCES } from "@baton/server/lineage";
import { and, asc, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { leak } from "../../schema/index";

/** Conditions of a list of leaks; all of them must be true. */
interface LeakFilter {
  workspaceId: string;
  sessionId?: string | undefined;
  /** The handoff that leaked. */
  eventId?: string | undefined;
  /** The folded name of the field, see `foldKey`. */
  name?: string | undefined;
  /** The receiver, the agent that passed the field, or the one that it was blocked from. */
  agent?: string | undefined;
  /** The agents of the handoff that leaked. */
  from?: string | undefined;
  to?: string | undefined;
  /** The pair whose handoff leaked, or the pair that the field was blocked for. */
  pair?: { from: string; to: string } | undefined;
  /** The rule of the handoff that leaked, or of the one that blocked. */
  ruleId?: string | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
}

/** Place of a leak in the list, after which the next page starts. */
export interface LeakCursor {
  /** Milliseconds since 1970. */
  occurredAt: number;
  eventId: string;
  name: string;
}

const Place = z.object({ path: z.string(), tokens: z.number(), by: z.enum(LEAK_EVIDENCES) });

const { places, ...COLUMNS } = getTableColumns(leak);
const LISTED = {
  ...COLUMNS,
  /** The first place at which the field reached the receiver. */
  place: sql`${places} -> 0`.mapWith((value: unknown) => Place.parse(value)),
  placeCount: sql<number>`jsonb_array_length(${places})`,
};

/** A page of leaks, newest first. */
export async function listLeaks(
  db: Database,
  { cursor, limit, ...filter }: LeakFilter & { cursor?: LeakCursor | undefined; limit: number },
) {
  const rows = await db
    .select(LISTED)
    .from(leak)
    .where(
      and(
        matchesLeak(filter),
        cursor &&
          sql`(${leak.occurredAt}, ${leak.eventId}, ${leak.name}) < (${new Date(cursor.occurredAt).toISOString()}::timestamptz,
            ${cursor.eventId}, ${cursor.name})`,
      ),
    )
    .orderBy(desc(leak.occurredAt), desc(leak.eventId), desc(leak.name))
    .limit(limit + 1);
  const leaks = rows.slice(0, limit);
  const last = leaks.at(-1);
  const nextCursor: LeakCursor | null =
    last && rows.length > limit
      ? { occurredAt: last.occurredAt.getTime(), eventId: last.eventId, name: last.name }
      : null;
  return { leaks, nextCursor };
}
export type ListedLeak = Awaited<ReturnType<typeof listLeaks>>["leaks"][number];

/**
 * Lists the leaks of a session, or of one of its handoffs, in order, each with all places at which the field
 * reached the receiver.
 */
export function listSessionLeaks(
  db: Database,
  { limit, ...filter }: LeakFilter & { sessionId: string; limit: number },
): Promise<(typeof leak.$inferSelect)[]> {
  return db
    .select()
    .from(leak)
    .where(matchesLeak(filter))
    .orderBy(
      asc(leak.occurredAt),
      asc(leak.sourceFileId),
      asc(leak.sequence),
      asc(leak.ordinal),
      asc(leak.name),
    )
    .limit(limit);
}

/** Counts leaks by the hour (UTC) of the handoff that leaked. Omits hours without leaks. */
export async function countLeaksByHour(
  db: Database,
  filter: LeakFilter,
): Promise<{ hour: Date; count: number }[]> {
  const hour = sql`date_trunc('hour', ${leak.occurredAt}, 'UTC')`;
  return db
    .select({ hour: sql<Date>`${hour}`.mapWith(leak.occurredAt), count: sql<number>`count(*)::float8` })
    .from(leak)
    .where(matchesLeak(filter))
    .groupBy(sql`1`);
}

function matchesLeak({ workspaceId, agent, pair, ruleId, ...filter }: LeakFilter): SQL | undefined {
  const { sessionId, eventId, name, from, to, start, end } = filter;
  return and(
    eq(leak.workspaceId, workspaceId),
    sessionId === undefined ? undefined : eq(leak.sessionId, sessionId),
    eventId === undefined ? undefined : eq(leak.eventId, eventId),
    name === undefined ? undefined : eq(leak.name, name),
    agent === undefined
      ? undefined
      : or(eq(leak.toAgent, agent), eq(leak.fromAgent, agent), eq(leak.blockedFromAgent, agent)),
    from === undefined ? undefined : eq(leak.fromAgent, from),
    to === undefined ? undefined : eq(leak.toAgent, to),
    pair && eq(leak.toAgent, pair.to),
    pair && or(eq(leak.fromAgent, pair.from), eq(leak.blockedFromAgent, pair.from)),
    ruleId === undefined ? undefined : or(eq(leak.ruleId, ruleId), eq(leak.blockedRuleId, ruleId)),
    start && gte(leak.occurredAt, start),
    end && lt(leak.occurredAt, end),
  );
}
