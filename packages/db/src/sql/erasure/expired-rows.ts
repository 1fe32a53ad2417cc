import { and, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import * as schema from "../../schema/index";
import { deleteUnusedFiles } from "../artifact/manifest-file";
import { discardColdDays } from "../cold/cold-file";
import { PARTITIONED_TABLES } from "../database/partition";
import { type DeletedRows, deleteLines, deleteQuarantinedLines } from "../line/line-delete";
import { Sum, selectRows } from "../statement/rows";

/** Dropping a partition waits for its readers and blocks new ones, so the wait is limited. */
const DROP_PATIENCE = "2s";

const OldLine = z.object({ sourceFileId: Sum, generation: z.number(), sequence: Sum, lineNumber: Sum });
const Partition = z.object({ name: z.string(), month: z.string() });

interface Expired {
  workspaceId: string;
  before: Date;
}

/** Deletes the oldest lines before a time, with all their rows. @returns null if none was left. */
export async function deleteExpiredLines(
  tx: Database,
  { workspaceId, before, limit }: Expired & { limit: number },
): Promise<DeletedRows | null> {
  const lines = await selectRows(
    tx,
    OldLine,
    sql`select distinct source_file_id as "sourceFileId", generation, sequence, line_number as "lineNumber" from (
        select * from event where workspace_id = ${workspaceId} and occurred_at < ${before.toISOString()}::timestamptz
        order by occurred_at limit ${limit}) old`,
  );
  if (lines.length === 0) return null;
  await discardColdDays(tx, { workspaceId, before });
  return deleteLines(tx, { workspaceId, lines, cause: "expired", keepsTotals: true });
}

/** Deletes other old data by its last activity, so that active data stays complete. */
export async function deleteExpiredActivity(
  tx: Database,
  { workspaceId, before }: Expired,
): Promise<DeletedRows> {
  const { session, compaction, messageUsage, taskAttempt, workflow, quarantinedLine } = schema;
  const more: DeletedRows = {};
  const count = (table: string, rowCount: number) => {
    if (rowCount > 0) more[table] = rowCount;
  };
  const isOne = lt(quarantinedLine.quarantinedAt, before);
  count("quarantined_line", await deleteQuarantinedLines(tx, { workspaceId, isOne, cause: "expired" }));
  const byTime = [
    ["session", session, session.lastEventAt],
    ["leak", schema.leak, schema.leak.occurredAt],
    ["content_finding", schema.contentFinding, schema.contentFinding.occurredAt],
    ["block_mark", schema.blockMark, schema.blockMark.occurredAt],
    ["compaction", compaction, compaction.occurredAt],
    ["message_usage", messageUsage, messageUsage.occurredAt],
    ["agent", schema.agent, schema.agent.occurredAt],
    ["trace_span", schema.traceSpan, schema.traceSpan.occurredAt],
    ["task_attempt", taskAttempt, taskAttempt.lastEventAt],
    ["workflow", workflow, sql`coalesce(${workflow.completedAt}, ${workflow.startedAt})`],
    ["gate_run", schema.gateRun, schema.gateRun.ranAt],
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
  count("file_content", await deleteUnusedFiles(tx, workspaceId));
  return more;
}

const DroppedEvents = z.object({ workspaceId: z.string(), eventCount: Sum });

/** Drops the partitions of months that no workspace keeps. @returns deleted events by workspace. */
export async function dropExpiredPartitions(db: Database): Promise<[string, number][]> {
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
      await tx.execute(sql`update cold_file set state = 'removing'
        where state = 'stored' and day >= to_date(${month}, 'YYYY_MM')
          and day < (to_date(${month}, 'YYYY_MM') + interval '1 month')::date`);
      return rows;
    });
    dropped.push(
      ...counts.map(({ workspaceId, eventCount }) => [workspaceId, eventCount] as [string, number]),
    );
  }
  return dropped;
}
