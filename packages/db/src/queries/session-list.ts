import { and, count, desc, eq, exists, gte, ilike, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client";
import { handoff, session } from "../schema/index";
import type { SavingsFilter } from "./savings-rows";
import type { TimeRange } from "./time-range";

export const SESSION_SORTS = ["recent", "saved", "handoffs"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

const SORT_COLUMNS = {
  recent: session.lastEventAt,
  saved: session.savedTokens,
  handoffs: session.handoffCount,
} as const;

/** Where the next page begins: the last row's sort value (milliseconds for `recent`) and id. */
export interface SessionCursor {
  value: number;
  sessionId: string;
}

export interface SessionListQuery {
  workspaceId: string;
  search?: string | undefined;
  sort: SessionSort;
  filter: SavingsFilter;
  start?: Date | undefined;
  end?: Date | undefined;
  cursor?: SessionCursor | undefined;
  limit: number;
}

/** A page of sessions, most first; the cost does not grow with the depth of the page. */
export async function listSessions(db: Database, query: SessionListQuery) {
  const column = SORT_COLUMNS[query.sort];
  const rows = await db
    .select()
    .from(session)
    .where(
      and(
        eq(session.workspaceId, query.workspaceId),
        matchesSearch(query.search),
        matchesHandoffs(db, query),
        isAfterCursor(query),
      ),
    )
    .orderBy(desc(column), desc(session.sessionId))
    .limit(query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const nextCursor: SessionCursor | null =
    last && rows.length > query.limit
      ? { value: sortValue(last, query.sort), sessionId: last.sessionId }
      : null;
  return { sessions: page, nextCursor };
}

function sortValue(row: typeof session.$inferSelect, sort: SessionSort): number {
  if (sort === "recent") return row.lastEventAt.getTime();
  return sort === "saved" ? row.savedTokens : row.handoffCount;
}

function isAfterCursor({ cursor, sort }: SessionListQuery): SQL | undefined {
  if (!cursor) return undefined;
  const value = sort === "recent" ? sql`${new Date(cursor.value).toISOString()}::timestamptz` : cursor.value;
  return sql`(${SORT_COLUMNS[sort]}, ${session.sessionId}) < (${value}, ${cursor.sessionId})`;
}

function matchesSearch(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return or(
    ilike(session.title, pattern),
    ilike(session.sessionId, pattern),
    ilike(session.workflowId, pattern),
  );
}

function matchesHandoffs(
  db: Database,
  { workspaceId, filter, start, end }: SessionListQuery,
): SQL | undefined {
  const narrowsHandoffs = Object.values(filter).some((value) => value !== undefined);
  if (!narrowsHandoffs) {
    return and(start && gte(session.lastEventAt, start), end && lt(session.startedAt, end));
  }
  return exists(
    db
      .select({ one: sql`1` })
      .from(handoff)
      .where(
        and(
          eq(handoff.workspaceId, workspaceId),
          eq(handoff.sessionId, session.sessionId),
          start && gte(handoff.occurredAt, start),
          end && lt(handoff.occurredAt, end),
          filter.agent === undefined
            ? undefined
            : or(eq(handoff.fromAgent, filter.agent), eq(handoff.toAgent, filter.agent)),
          filter.from === undefined ? undefined : eq(handoff.fromAgent, filter.from),
          filter.to === undefined ? undefined : eq(handoff.toAgent, filter.to),
          filter.mode === undefined ? undefined : eq(handoff.mode, filter.mode),
          filter.ruleId === undefined
            ? undefined
            : sql`coalesce(${handoff.ruleId}, '') = ${filter.ruleId} and ${handoff.kind} = 'context'`,
        ),
      ),
  );
}

/** How many sessions have anything in the range. */
export async function countSessions(
  db: Database,
  { workspaceId, range }: { workspaceId: string; range: TimeRange },
): Promise<number> {
  const [row] = await db
    .select({ sessions: count() })
    .from(session)
    .where(
      and(
        eq(session.workspaceId, workspaceId),
        gte(session.lastEventAt, range.start),
        lt(session.startedAt, range.end),
      ),
    );
  return row?.sessions ?? 0;
}
