import type { HandoffFacts } from "@baton/core/session";
import { netOf } from "@baton/server/savings";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { type handoff, session } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { addExcluded, insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";

type SessionRow = Required<
  Omit<
    typeof session.$inferInsert,
    "title" | "parentSessionId" | "workflowId" | keyof ProjectRow | "violationCount" | "leakCount"
  >
> & {
  title: string | null;
  parentSessionId: string | null;
  workflowId: string | null;
} & ProjectRow;

interface ProjectRow {
  person: string | null;
  projectFolder: string | null;
  repository: string | null;
  branch: string | null;
}

const SUMS = [
  "eventCount",
  "errorCount",
  "handoffCount",
  "scopedCount",
  "delegationCount",
  "compactionCount",
  "rereadCount",
  "beforeTokens",
  "afterTokens",
  "savedTokens",
] as const satisfies (keyof SessionRow)[];

/**
 * Adds records to the totals of their sessions, and creates new sessions.
 * @param resolved new records, without duplicates.
 * @returns the IDs of the affected sessions, as stored.
 */
export async function addToSessions(
  db: Database,
  { workspaceId, format }: { workspaceId: string; format: string },
  resolved: readonly ResolvedRecord[],
): Promise<string[]> {
  const rows = new Map<string, SessionRow>();
  const timed = new Set<string>();
  for (const { sessionId, occurredAt, record } of resolved) {
    if (sessionId === null) continue;
    const row = rows.get(sessionId) ?? newSession({ workspaceId, sessionId, format, occurredAt });
    rows.set(sessionId, row);
    row.title ??= record.title;
    if (record.parentSessionId !== sessionId) row.parentSessionId ??= record.parentSessionId;
    row.workflowId ??= record.workflowId;
    row.person ??= record.project?.person ?? null;
    row.projectFolder ??= record.project?.folder ?? null;
    row.repository ??= record.project?.repository ?? null;
    row.branch ??= record.project?.branch ?? null;
    // Files that describe agents (`.meta.json`) have no time, so they do not change the times of the session.
    const isNote = record.timestamp === null && record.agents.length > 0;
    if (!isNote && !timed.has(sessionId)) row.startedAt = row.lastEventAt = occurredAt;
    if (!isNote) timed.add(sessionId);
    if (!isNote || !timed.has(sessionId)) extend(row, occurredAt);
    addRecord(row, record);
  }
  const sorted = [...rows.values()].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
  const isTimed = ({ sessionId }: SessionRow) => timed.has(sessionId);
  await upsertSessions(db, sorted.filter(isTimed), true);
  await upsertSessions(
    db,
    sorted.filter((row) => !isTimed(row)),
    false,
  );
  return [...rows.keys()].map(toStorableText);
}

/** Returns the sessions that records link to a parent, but that are stored without one. IDs are as stored. */
export async function listUnlinkedSessions(
  db: Database,
  workspaceId: string,
  resolved: readonly ResolvedRecord[],
): Promise<string[]> {
  const linked = new Set(
    resolved.flatMap(({ sessionId, record: { parentSessionId } }) =>
      sessionId !== null && parentSessionId !== null && parentSessionId !== sessionId
        ? toStorableText(sessionId)
        : [],
    ),
  );
  if (linked.size === 0) return [];
  const stored = await db
    .select({ sessionId: session.sessionId })
    .from(session)
    .where(
      and(
        eq(session.workspaceId, workspaceId),
        isAmong(session.sessionId, [...linked]),
        isNotNull(session.parentSessionId),
      ),
    );
  for (const { sessionId } of stored) linked.delete(sessionId);
  return [...linked];
}

function extend(row: SessionRow, occurredAt: Date): void {
  if (occurredAt < row.startedAt) row.startedAt = occurredAt;
  if (occurredAt > row.lastEventAt) row.lastEventAt = occurredAt;
}

/**
 * Inserts or updates sessions.
 * @param isTimed false if the records have no own times; existing sessions then keep their start and end.
 */
async function upsertSessions(db: Database, rows: readonly SessionRow[], isTimed: boolean): Promise<void> {
  if (rows.length === 0) return;
  const ends = sql`started_at = least(session.started_at, excluded.started_at),
        last_event_at = greatest(session.last_event_at, excluded.last_event_at),`;
  await insertRows(
    db,
    session,
    rows,
    sql`on conflict (workspace_id, session_id) do update set
        title = coalesce(session.title, excluded.title),
        parent_session_id = coalesce(session.parent_session_id, excluded.parent_session_id),
        workflow_id = coalesce(session.workflow_id, excluded.workflow_id),
        person = coalesce(session.person, excluded.person),
        project_folder = coalesce(session.project_folder, excluded.project_folder),
        repository = coalesce(session.repository, excluded.repository),
        branch = coalesce(session.branch, excluded.branch),
        ${isTimed ? ends : sql``}
        ${addExcluded(session, SUMS)}`,
  );
}

/**
 * Adds handoffs without a policy to the totals of their existing sessions. Their records were added before.
 * @returns the IDs of the affected sessions, as stored.
 */
export async function addHandoffsToSessions(
  db: Database,
  workspaceId: string,
  handoffs: readonly Pick<ResolvedRecord, "sessionId">[],
): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { sessionId } of handoffs) {
    if (sessionId !== null) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  }
  const rows = [...counts]
    .map(([id, count]) => ({ id: toStorableText(id), count }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  if (rows.length === 0) return [];
  await db.execute(
    sql`update session set handoff_count = handoff_count + more.count
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as more(id text, count bigint)
      where workspace_id = ${workspaceId} and session_id = more.id`,
  );
  return rows.map(({ id }) => id);
}

/** Amounts that deleted rows had added to their sessions. */
interface DeletedOfSessions {
  events: readonly { sessionId: string | null; isError: boolean }[];
  handoffs: readonly (typeof handoff.$inferSelect)[];
  compactions: readonly { sessionId: string | null }[];
}

/** Subtracts deleted rows from the totals of their sessions, and deletes sessions without events. */
export async function removeFromSessions(
  db: Database,
  workspaceId: string,
  { events, handoffs, compactions }: DeletedOfSessions,
): Promise<void> {
  const sums = new Map<string, Record<(typeof SUMS)[number] | "violationCount", number>>();
  const sumOf = (sessionId: string | null) => {
    const sum = sums.get(sessionId ?? "") ?? { ...NO_SUMS, violationCount: 0 };
    sums.set(sessionId ?? "", sum);
    return sum;
  };
  for (const { sessionId, isError } of events) {
    const sum = sumOf(sessionId);
    sum.eventCount += 1;
    if (isError) sum.errorCount += 1;
  }
  for (const { sessionId } of compactions) sumOf(sessionId).compactionCount += 1;
  for (const row of handoffs) {
    const sum = sumOf(row.sessionId);
    addHandoff(sum, row);
    if (row.enforcement === "differs") sum.violationCount += 1;
  }
  sums.delete("");
  if (sums.size === 0) return;
  const rows = [...sums].map(([sessionId, sum]) => ({ sessionId, ...sum }));
  const columns = getTableColumns(session);
  const keys = [...SUMS, "violationCount"] as const;
  const changes = keys.map(
    (key) =>
      sql`${sql.identifier(columns[key].name)} = greatest(${columns[key]} - gone.${sql.identifier(key)}, 0)`,
  );
  const types = keys.map((key) => sql`${sql.identifier(key)} bigint`);
  await db.execute(
    sql`update session set ${sql.join(changes, sql`, `)}
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as gone("sessionId" text, ${sql.join(types, sql`, `)})
      where session.workspace_id = ${workspaceId} and session.session_id = gone."sessionId"`,
  );
  await db
    .delete(session)
    .where(
      and(
        eq(session.workspaceId, workspaceId),
        isAmong(session.sessionId, [...sums.keys()]),
        eq(session.eventCount, 0),
      ),
    );
}

function addRecord(
  row: SessionRow,
  { handoff, compaction, rereadCount, isError }: ResolvedRecord["record"],
): void {
  row.eventCount += 1;
  row.rereadCount += rereadCount;
  if (isError) row.errorCount += 1;
  if (compaction) row.compactionCount += 1;
  if (handoff) addHandoff(row, handoff);
}

function addHandoff(
  row: Record<(typeof SUMS)[number], number>,
  handoff: Pick<
    HandoffFacts,
    "kind" | "scopingState" | "beforeTokens" | "afterTokens" | "savedTokens" | "summarizerTokens"
  >,
): void {
  row.handoffCount += 1;
  if (handoff.kind === "delegation") row.delegationCount += 1;
  if (handoff.kind !== "context" || handoff.scopingState === "observed") return;
  row.scopedCount += 1;
  row.beforeTokens += handoff.beforeTokens ?? 0;
  row.afterTokens += handoff.afterTokens ?? 0;
  row.savedTokens += netOf(handoff);
}

const NO_SUMS = {
  eventCount: 0,
  errorCount: 0,
  handoffCount: 0,
  scopedCount: 0,
  delegationCount: 0,
  compactionCount: 0,
  rereadCount: 0,
  beforeTokens: 0,
  afterTokens: 0,
  savedTokens: 0,
};

function newSession({
  occurredAt,
  ...key
}: Pick<SessionRow, "workspaceId" | "sessionId" | "format"> & { occurredAt: Date }): SessionRow {
  return {
    ...key,
    title: null,
    parentSessionId: null,
    workflowId: null,
    person: null,
    projectFolder: null,
    repository: null,
    branch: null,
    startedAt: occurredAt,
    lastEventAt: occurredAt,
    ...NO_SUMS,
  };
}
