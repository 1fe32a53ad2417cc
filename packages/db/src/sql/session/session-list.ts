import type { HandoffKind } from "@baton/core/session";
import { and, eq, exists, gt, gte, ilike, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../client";
import { compactionWords } from "../../schema/compaction";
import { compaction, handoff, session, taskAttempt } from "../../schema/index";
import { sessionWords } from "../../schema/session";
import { taskWords } from "../../schema/task";
import type { SavingsFilter } from "../savings/savings-rows";
import { escapeLike } from "../statement/escape-like";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import { wordsQuery } from "../statement/search-words";
import { listAgents } from "../workspace/workspace-list";

export const SESSION_SORTS = ["recent", "saved", "handoffs"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

const SORT_COLUMNS = {
  recent: session.lastEventAt,
  saved: session.savedTokens,
  handoffs: session.handoffCount,
} as const;

/** Start of the next page: sort value (milliseconds for `recent`) and ID of the last row. */
export interface SessionCursor {
  value: number;
  sessionId: string;
}

export interface SessionListQuery {
  workspaceId: string;
  search?: string | undefined;
  sort: SessionSort;
  filter: SavingsFilter;
  /** Format of the session's files. */
  format?: string | undefined;
  /** Folder in which the session ran. */
  project?: string | undefined;
  /** Only sessions with a handoff of this kind. */
  kind?: HandoffKind | undefined;
  hasErrors?: boolean | undefined;
  /** Only sessions with a policy violation. */
  hasViolation?: boolean | undefined;
  /** Only sessions in which a blocked field reached its receiver. */
  hasLeak?: boolean | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  cursor?: SessionCursor | undefined;
  limit: number;
}

const ListedSession = z.object({
  sessionId: z.string(),
  format: z.string(),
  title: z.string().nullable(),
  workflowId: z.string().nullable(),
  projectFolder: z.string().nullable(),
  startedAt: Milliseconds,
  lastEventAt: Milliseconds,
  errorCount: Sum,
  handoffCount: Sum,
  scopedCount: Sum,
  compactionCount: Sum,
  violationCount: Sum,
  leakCount: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
  savedTokens: Sum,
});
type ListedSession = z.infer<typeof ListedSession>;

const LISTED_COLUMNS = sql`session_id as "sessionId", format, title, workflow_id as "workflowId", project_folder as "projectFolder",
  extract(epoch from started_at) * 1000 as "startedAt", extract(epoch from last_event_at) * 1000 as "lastEventAt",
  error_count as "errorCount", handoff_count as "handoffCount", scoped_count as "scopedCount",
  compaction_count as "compactionCount", violation_count as "violationCount", leak_count as "leakCount", before_tokens as "beforeTokens",
  after_tokens as "afterTokens", saved_tokens as "savedTokens"`;

/**
 * Returns a page of sessions, largest values first. The cost does not grow with the page number. A search
 * finds words (the last one by its prefix) in titles, IDs, summaries of compactions and tasks, and parts of
 * titles, IDs and agent names.
 */
export async function listSessions(db: Database, query: SessionListQuery) {
  const isListed = and(await matchesQuery(db, query), isAfterCursor(query));
  const rows = await selectRows(
    db,
    ListedSession,
    sql`select ${LISTED_COLUMNS} from ${session} where ${isListed}
      order by ${SORT_COLUMNS[query.sort]} desc, session_id desc limit ${query.limit + 1}`,
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const nextCursor: SessionCursor | null =
    last && rows.length > query.limit
      ? { value: sortValue(last, query.sort), sessionId: last.sessionId }
      : null;
  return { sessions: page, nextCursor };
}

/** Counts the sessions of a list, up to `limit`. */
export async function countSessions(
  db: Database,
  query: Omit<SessionListQuery, "cursor" | "sort">,
): Promise<number> {
  const isListed = await matchesQuery(db, query);
  const [found] = await selectRows(
    db,
    z.object({ count: Sum }),
    sql`select count(*) from (select 1 from ${session} where ${isListed} limit ${query.limit}) listed`,
  );
  return found?.count ?? 0;
}

async function matchesQuery(
  db: Database,
  query: Omit<SessionListQuery, "cursor" | "sort">,
): Promise<SQL | undefined> {
  const agents = await findAgents(db, query);
  return and(
    eq(session.workspaceId, query.workspaceId),
    matchesSearch(db, query, agents),
    query.format === undefined ? undefined : eq(session.format, query.format),
    query.project === undefined ? undefined : eq(session.projectFolder, query.project),
    query.hasErrors ? gt(session.errorCount, 0) : undefined,
    query.hasViolation ? gt(session.violationCount, 0) : undefined,
    query.hasLeak ? gt(session.leakCount, 0) : undefined,
    matchesHandoffs(db, query),
  );
}

function sortValue(row: ListedSession, sort: SessionSort): number {
  if (sort === "recent") return row.lastEventAt.getTime();
  return sort === "saved" ? row.savedTokens : row.handoffCount;
}

function isAfterCursor({ cursor, sort }: SessionListQuery): SQL | undefined {
  if (!cursor) return undefined;
  const value =
    sort === "recent"
      ? sql`${new Date(cursor.value).toISOString()}::timestamptz`
      : // Counts are integers, even in a forged cursor.
        Math.trunc(cursor.value);
  return sql`(${SORT_COLUMNS[sort]}, ${session.sessionId}) < (${value}, ${cursor.sessionId})`;
}

/** Returns the agents whose IDs contain the search text. */
async function findAgents(
  db: Database,
  { workspaceId, search }: Pick<SessionListQuery, "workspaceId" | "search">,
): Promise<string[]> {
  if (!search) return [];
  const letters = search.toLowerCase();
  const agents = await listAgents(db, { workspaceId });
  return agents.filter((agent) => agent.toLowerCase().includes(letters));
}

function matchesSearch(
  db: Database,
  { workspaceId, search }: Pick<SessionListQuery, "workspaceId" | "search">,
  agents: readonly string[],
): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${escapeLike(search)}%`;
  const query = wordsQuery(search);
  const inSessions = (condition: SQL | undefined) =>
    db
      .select({ sessionId: session.sessionId })
      .from(session)
      .where(and(eq(session.workspaceId, workspaceId), condition));
  // Combine separate queries, so that each can use its own index.
  const found = unionAll(
    inSessions(
      or(
        ilike(session.title, pattern),
        ilike(session.sessionId, pattern),
        ilike(session.workflowId, pattern),
      ),
    ),
    inSessions(sql`${sessionWords(session)} @@ ${query}`),
    db
      .select({ sessionId: sql<string>`${compaction.sessionId}` })
      .from(compaction)
      .where(and(eq(compaction.workspaceId, workspaceId), sql`${compactionWords(compaction)} @@ ${query}`)),
    db
      .select({ sessionId: sql<string>`${taskAttempt.sessionId}` })
      .from(taskAttempt)
      .where(and(eq(taskAttempt.workspaceId, workspaceId), sql`${taskWords(taskAttempt)} @@ ${query}`)),
  );
  return or(
    inArray(session.sessionId, found),
    agents.length > 0 ? hasAgent(db, workspaceId, agents) : undefined,
  );
}

function hasAgent(db: Database, workspaceId: string, agents: readonly string[]): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(handoff)
      .where(
        and(
          eq(handoff.workspaceId, workspaceId),
          eq(handoff.sessionId, session.sessionId),
          or(inArray(handoff.fromAgent, [...agents]), inArray(handoff.toAgent, [...agents])),
        ),
      ),
  );
}

function matchesHandoffs(
  db: Database,
  {
    workspaceId,
    filter: { workflow, ...filter },
    kind,
    start,
    end,
  }: Omit<SessionListQuery, "cursor" | "sort">,
): SQL | undefined {
  const isOfWorkflow = workflow === undefined ? undefined : eq(session.workflowId, workflow);
  const filtersHandoffs = Object.values({ ...filter, kind }).some((value) => value !== undefined);
  if (!filtersHandoffs) {
    return and(isOfWorkflow, start && gte(session.lastEventAt, start), end && lt(session.startedAt, end));
  }
  const hasHandoff = exists(
    db
      .select({ one: sql`1` })
      .from(handoff)
      .where(
        and(
          eq(handoff.workspaceId, workspaceId),
          eq(handoff.sessionId, session.sessionId),
          kind && eq(handoff.kind, kind),
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
  return and(isOfWorkflow, hasHandoff);
}
