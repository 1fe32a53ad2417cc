import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import * as schema from "../../schema/index";
import { BATON_ACTOR, recordAudit } from "../audit/audit-write";
import { PARTITIONED_TABLES } from "../database/partition";
import { addDeleted, type DeletedRows, deleteLines, deleteQuarantinedLines } from "../line/line-delete";
import { Sum, selectRows } from "../statement/rows";
import { holdOffStoring, retainedSince } from "./barred-lines";

/** Lines that are deleted in one transaction, for which storing waits: some tenths of a second. */
const BATCH_LINES = 2_000;

/** Dropping a partition waits for its readers and blocks new ones, so the wait is limited. */
const DROP_PATIENCE = "2s";

const OldLine = z.object({ sourceFileId: Sum, generation: z.number(), sequence: Sum, lineNumber: Sum });
const Partition = z.object({ name: z.string(), month: z.string() });

/**
 * Deletes data older than the retention of each workspace. Drops partitions that no workspace needs, and
 * deletes the rest in batches, so that it can stop at any time and continue later. Several processes can run
 * it. Adds an audit entry when a workspace is finished or the signal aborts; deletions of a killed process
 * are not counted.
 *
 * @returns deleted rows by workspace; without workspaces that had none.
 */
export async function applyRetention(
  db: Database,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<Map<string, DeletedRows>> {
  const kept = await db
    .select({ workspaceId: schema.retention.workspaceId, days: schema.retention.days })
    .from(schema.retention)
    .where(isNotNull(schema.retention.days));
  const removed = new Map<string, DeletedRows>();
  for (const { workspaceId, days } of kept) {
    if (days === null || signal?.aborted) continue;
    const before = retainedSince(days, now);
    // From here on, no older data is imported.
    await db
      .update(schema.retention)
      .set({
        appliedBefore: sql`greatest(${schema.retention.appliedBefore}, ${before.toISOString()}::timestamptz)`,
      })
      .where(eq(schema.retention.workspaceId, workspaceId));
  }
  for (const [workspaceId, eventCount] of await dropPartitions(db)) {
    removed.set(workspaceId, { event: eventCount });
  }
  for (const { workspaceId, days } of kept) {
    if (days === null) continue;
    let deleted = removed.get(workspaceId) ?? {};
    const before = retainedSince(days, now);
    while (!signal?.aborted) {
      const batch = await db.transaction((tx) => deleteOldLines(tx, workspaceId, before));
      if (!batch) break;
      deleted = addDeleted(deleted, batch);
    }
    deleted = await db.transaction(async (tx) => {
      const all = signal?.aborted
        ? deleted
        : addDeleted(deleted, await finishWorkspace(tx, workspaceId, before));
      await recordRemoved(tx, workspaceId, before, all);
      return all;
    });
    if (hasRows(deleted)) removed.set(workspaceId, deleted);
  }
  return removed;
}

/** @returns null if nothing was left to delete. */
async function deleteOldLines(tx: Database, workspaceId: string, before: Date): Promise<DeletedRows | null> {
  await holdOffStoring(tx, workspaceId);
  const lines = await selectRows(
    tx,
    OldLine,
    sql`select distinct source_file_id as "sourceFileId", generation, sequence, line_number as "lineNumber" from (
        select * from event where workspace_id = ${workspaceId} and occurred_at < ${before.toISOString()}::timestamptz
        order by occurred_at limit ${BATCH_LINES}) old`,
  );
  if (lines.length === 0) return null;
  return deleteLines(tx, { workspaceId, lines, cause: "expired", keepsSums: true });
}

/** Deletes other old data by its last activity, so that active data stays complete. */
async function finishWorkspace(tx: Database, workspaceId: string, before: Date): Promise<DeletedRows> {
  const { session, compaction, messageUsage, taskAttempt, workflow, quarantinedLine } = schema;
  const more: DeletedRows = {};
  const count = (table: string, rowCount: number) => {
    if (rowCount > 0) more[table] = rowCount;
  };
  const isOne = lt(quarantinedLine.quarantinedAt, before);
  count("quarantined_line", await deleteQuarantinedLines(tx, { workspaceId, isOne, cause: "expired" }));
  const byTime = [
    ["session", session, session.lastEventAt],
    ["compaction", compaction, compaction.occurredAt],
    ["message_usage", messageUsage, messageUsage.occurredAt],
    ["agent", schema.agent, schema.agent.occurredAt],
    ["trace_span", schema.traceSpan, schema.traceSpan.occurredAt],
    ["task_attempt", taskAttempt, taskAttempt.lastEventAt],
    ["workflow", workflow, sql`coalesce(${workflow.completedAt}, ${workflow.startedAt})`],
    ["manifest", schema.manifest, schema.manifest.supersededAt],
    ["handoff_document", schema.handoffDocument, schema.handoffDocument.supersededAt],
    ["progress_file", schema.progressFile, schema.progressFile.supersededAt],
  ] as const;
  for (const [name, table, time] of byTime) {
    const rows = await tx
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), sql`${time} < ${before.toISOString()}::timestamptz`))
      .returning({ workspaceId: table.workspaceId });
    count(name, rows.length);
  }
  await tx
    .update(schema.retention)
    .set({ appliedAt: sql`now()` })
    .where(eq(schema.retention.workspaceId, workspaceId));
  return more;
}

async function recordRemoved(
  tx: Database,
  workspaceId: string,
  before: Date,
  removed: DeletedRows,
): Promise<void> {
  if (!hasRows(removed)) return;
  await recordAudit(tx, {
    workspaceId,
    actor: BATON_ACTOR,
    action: "retention.apply",
    subject: "events",
    details: { before: before.toISOString(), removed },
  });
}

function hasRows(counts: DeletedRows): boolean {
  return Object.values(counts).some((count) => count > 0);
}

const DroppedEvents = z.object({ workspaceId: z.string(), eventCount: Sum });

/**
 * Drops the partitions of months that lie before what any workspace
 * keeps. @returns events that went, by workspace.
 */
async function dropPartitions(db: Database): Promise<[string, number][]> {
  const partitions = await selectRows(
    db,
    Partition,
    sql`with kept as (
        select case when count(*) = count(retention.days) then min(applied_before) end as since
        from workspace left join retention using (workspace_id))
      select child.relname as name, right(child.relname, 7) as month from pg_inherits
      join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent, kept
      where parent.relname = 'event' and parent.relnamespace = current_schema()::regnamespace
        and to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' <= kept.since at time zone 'UTC'`,
  );
  const dropped: [string, number][] = [];
  for (const { name, month } of partitions) {
    const counts = await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = '${DROP_PATIENCE}'`));
      const events = sql.identifier(name);
      await tx.execute(sql`lock table ${events} in access exclusive mode`);
      await tx.execute(sql`
        insert into dropped_lines (workspace_id, source_file_id, generation, first_sequence, last_sequence, line_count, cause)
        select workspace_id, source_file_id, generation, min(sequence), max(sequence), count(*), 'expired' from (
          select *, line_number - row_number() over (
            partition by workspace_id, source_file_id, generation order by sequence) as stretch
          from (select distinct workspace_id, source_file_id, generation, sequence, line_number from ${events}) lines) numbered
        group by workspace_id, source_file_id, generation, stretch on conflict do nothing`);
      const rows = await selectRows(
        tx,
        DroppedEvents,
        sql`select workspace_id as "workspaceId", count(*) as "eventCount" from ${events} group by 1`,
      );
      for (const table of PARTITIONED_TABLES) {
        await tx.execute(sql`drop table if exists ${sql.identifier(`${table}_${month}`)}`);
      }
      return rows;
    });
    dropped.push(
      ...counts.map(({ workspaceId, eventCount }) => [workspaceId, eventCount] as [string, number]),
    );
  }
  return dropped;
}
