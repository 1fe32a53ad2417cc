import { toStorableText } from "@baton/core";
import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { session } from "../schema/index";
import { addExcluded, insertRows } from "./insert-rows";
import type { ResolvedRecord } from "./line-batch";

type SessionRow = Required<Omit<typeof session.$inferInsert, "title" | "workflowId" | "driftCount">> & {
  title: string | null;
  workflowId: string | null;
};

const SUMS = [
  "eventCount",
  "errorCount",
  "handoffCount",
  "scopedCount",
  "delegationCount",
  "compactionCount",
  "beforeTokens",
  "afterTokens",
  "savedTokens",
] as const satisfies (keyof SessionRow)[];

/**
 * Adds records to the sums of their sessions, and makes sessions that are new.
 *
 * @param resolved records that count: none that is a duplicate, none that was there before.
 * @returns the ids of the sessions concerned, as they are stored.
 */
export async function addToSessions(
  db: Database,
  { workspaceId, format }: { workspaceId: string; format: string },
  resolved: readonly ResolvedRecord[],
): Promise<string[]> {
  const rows = new Map<string, SessionRow>();
  for (const { sessionId, occurredAt, record } of resolved) {
    if (sessionId === null) continue;
    const row = rows.get(sessionId) ?? newSession({ workspaceId, sessionId, format, occurredAt });
    rows.set(sessionId, row);
    row.title ??= record.title;
    row.workflowId ??= record.workflowId;
    if (occurredAt < row.startedAt) row.startedAt = occurredAt;
    if (occurredAt > row.lastEventAt) row.lastEventAt = occurredAt;
    addRecord(row, record);
  }
  if (rows.size === 0) return [];
  await insertRows(
    db,
    session,
    [...rows.values()].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1)),
    sql`on conflict (workspace_id, session_id) do update set
        title = coalesce(session.title, excluded.title),
        workflow_id = coalesce(session.workflow_id, excluded.workflow_id),
        started_at = least(session.started_at, excluded.started_at),
        last_event_at = greatest(session.last_event_at, excluded.last_event_at),
        ${addExcluded(session, SUMS)}`,
  );
  return [...rows.keys()].map(toStorableText);
}

function addRecord(row: SessionRow, { handoff, compaction, isError }: ResolvedRecord["record"]): void {
  row.eventCount += 1;
  if (isError) row.errorCount += 1;
  if (compaction) row.compactionCount += 1;
  if (!handoff) return;
  row.handoffCount += 1;
  if (handoff.kind === "delegation") row.delegationCount += 1;
  if (handoff.kind !== "context" || handoff.scopingState === "observed") return;
  row.scopedCount += 1;
  row.beforeTokens += handoff.beforeTokens ?? 0;
  row.afterTokens += handoff.afterTokens ?? 0;
  row.savedTokens += handoff.savedTokens ?? 0;
}

function newSession({
  occurredAt,
  ...key
}: Pick<SessionRow, "workspaceId" | "sessionId" | "format"> & { occurredAt: Date }): SessionRow {
  return {
    ...key,
    title: null,
    workflowId: null,
    startedAt: occurredAt,
    lastEventAt: occurredAt,
    eventCount: 0,
    errorCount: 0,
    handoffCount: 0,
    scopedCount: 0,
    delegationCount: 0,
    compactionCount: 0,
    beforeTokens: 0,
    afterTokens: 0,
    savedTokens: 0,
  };
}
