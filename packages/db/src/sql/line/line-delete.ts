import { and, between, eq, getTableName, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import * as schema from "../../schema/index";
import { restoreColdLines } from "../cold/restore-texts";
import { removeFromCompactionTotals } from "../compaction/compaction-totals";
import { deleteCompactions } from "../compaction/compaction-write";
import { removeFromFields } from "../field/field-totals";
import { removeFromUngoverned } from "../handoff/ungoverned-write";
import { restartErasedLeaks } from "../leak/leak-search";
import { removeFromBlockedFields } from "../savings/blocked-field-totals";
import { removeFromSavings } from "../savings/savings-write";
import { removeFromSessions } from "../session/session-totals";
import { addDroppedLines, type DropCause, type LinePlace } from "../source/dropped-lines";
import { isAmong } from "../statement/is-among";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** Deleted rows by table. */
export type DeletedRows = Record<string, number>;

const DeletedEvent = z.object({
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  lineNumber: Sum,
  sessionId: z.string().nullable(),
  identity: z.string().nullable(),
  isDuplicate: z.boolean(),
  isError: z.boolean(),
});

/** Tables that have a record's time and position as their key. */
const BY_POSITION = [
  schema.handoffOutline,
  schema.manifestHandoff,
  schema.artifactRead,
  schema.memory,
  schema.memoryRead,
  schema.taskStep,
  schema.leak,
  schema.contentFinding,
] as const;

/**
 * Deletes lines with all their rows, and records their positions. Restores the days of lines whose texts are in cold storage
 * first, and marks their files for deletion.
 *
 * @param tx a transaction in which nothing is stored meanwhile.
 * @param request.keepsTotals keeps the totals of sessions and savings: they survive retention, but not erasure.
 */
export async function deleteLines(
  tx: Database,
  request: { workspaceId: string; lines: readonly LinePlace[]; cause: DropCause; keepsTotals: boolean },
): Promise<DeletedRows> {
  const { workspaceId, lines, cause, keepsTotals } = request;
  if (lines.length === 0) return {};
  await restoreColdLines(
    tx,
    workspaceId,
    sql`(source_file_id, generation, sequence) in (select "sourceFileId", generation, sequence
      from json_to_recordset(${JSON.stringify(lines)}::text::json) as gone("sourceFileId" bigint, generation int, sequence bigint))`,
  );
  const events = await selectRows(
    tx,
    DeletedEvent,
    sql`delete from event using json_to_recordset(${JSON.stringify(lines)}::text::json)
        as gone("sourceFileId" bigint, generation int, sequence bigint)
      where workspace_id = ${workspaceId} and source_file_id = gone."sourceFileId"
        and event.generation = gone.generation and event.sequence = gone.sequence
      returning extract(epoch from occurred_at at time zone 'UTC') * 1000 as "occurredAt", source_file_id as "sourceFileId",
        event.generation, event.sequence, ordinal, line_number as "lineNumber", session_id as "sessionId", identity,
        duplicate_of is not null as "isDuplicate", is_error as "isError"`,
  );
  if (events.length === 0) return {};
  const isGone = matchPositions(workspaceId, events);
  const handoffs = await tx.delete(schema.handoff).where(isGone(schema.handoff)).returning();
  const deleted: DeletedRows = { event: events.length, handoff: handoffs.length };
  // Do this before the outlines are deleted, because only they contain the fields.
  if (!keepsTotals) {
    await removeFromBlockedFields(tx, workspaceId, handoffs);
    await removeFromFields(tx, workspaceId, handoffs);
  }
  for (const table of BY_POSITION) {
    const rows = await tx.delete(table).where(isGone(table)).returning({ sequence: table.sequence });
    deleted[getTableName(table)] = rows.length;
  }
  deleted.trace_span = await deleteSpans(tx, workspaceId, lines);
  const isOfSession = matchSessions(workspaceId, events);
  const compactions = await deleteCompactions(tx, isOfSession(schema.compaction));
  deleted.compaction = compactions.length;
  const usages = await tx
    .delete(schema.messageUsage)
    .where(isOfSession(schema.messageUsage))
    .returning({ sessionId: schema.messageUsage.sessionId });
  deleted.message_usage = usages.length;
  if (cause === "erased") await deleteIdentities(tx, workspaceId, events);
  if (!keepsTotals) {
    await removeFromSavings(tx, workspaceId, handoffs);
    await removeFromUngoverned(tx, workspaceId, handoffs);
    await removeFromCompactionTotals(tx, workspaceId, compactions);
    await removeFromSessions(tx, workspaceId, {
      events: events.filter(({ isDuplicate }) => !isDuplicate),
      handoffs,
      compactions,
    });
    // A block or its handoff may have been deleted.
    await restartErasedLeaks(
      tx,
      workspaceId,
      handoffs.flatMap(({ sessionId }) => sessionId ?? []),
    );
  }
  await addDroppedLines(tx, workspaceId, lines, cause);
  return deleted;
}

/**
 * Removes lines from quarantine and records their positions. A replayed line is recorded with its events.
 *
 * @returns the number of lines.
 */
export async function deleteQuarantinedLines(
  tx: Database,
  { workspaceId, isOne, cause }: { workspaceId: string; isOne: SQL | undefined; cause: DropCause },
): Promise<number> {
  const { sourceFileId, generation, sequence, lineNumber, replayedAt } = schema.quarantinedLine;
  const deleted = await tx
    .delete(schema.quarantinedLine)
    .where(and(eq(schema.quarantinedLine.workspaceId, workspaceId), isOne))
    .returning({ sourceFileId, generation, sequence, lineNumber, replayedAt });
  const status = deleted.filter(({ replayedAt }) => replayedAt === null);
  await addDroppedLines(tx, workspaceId, status, cause);
  return deleted.length;
}

/** Sums the deleted rows of several batches. */
export function addDeleted(sums: DeletedRows, more: DeletedRows): DeletedRows {
  const tables = new Set([...Object.keys(sums), ...Object.keys(more)]);
  return Object.fromEntries([...tables].map((table) => [table, (sums[table] ?? 0) + (more[table] ?? 0)]));
}

type PositionedTable = (typeof BY_POSITION)[number] | typeof schema.handoff;
type DeletedEvents = readonly z.infer<typeof DeletedEvent>[];

/** Matches by time and position, the primary key. The time range excludes the partitions of other months. */
function matchPositions(
  workspaceId: string,
  events: DeletedEvents,
): (table: PositionedTable) => SQL | undefined {
  const positions = JSON.stringify(
    events.map(({ occurredAt, sourceFileId: file, generation, sequence, ordinal }) => ({
      at: occurredAt.toISOString(),
      file,
      generation,
      sequence,
      ordinal,
    })),
  );
  const times = events.map(({ occurredAt }) => occurredAt.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return (table) =>
    and(
      eq(table.workspaceId, workspaceId),
      between(table.occurredAt, new Date(first), new Date(last)),
      sql`(${table.occurredAt}, ${table.sourceFileId}, ${table.generation}, ${table.sequence}, ${table.ordinal}) in (
        select at, file, generation, sequence, ordinal from json_to_recordset(${positions}::text::json)
          as gone(at timestamptz, file bigint, generation int, sequence bigint, ordinal int))`,
    );
}

/** Matches tables by session, because their positions have no index. */
function matchSessions(
  workspaceId: string,
  events: DeletedEvents,
): (table: typeof schema.compaction | typeof schema.messageUsage) => SQL | undefined {
  const sessionIds = [...new Set(events.flatMap(({ sessionId }) => sessionId ?? []))];
  const positions = JSON.stringify(events);
  return (table) =>
    and(
      eq(table.workspaceId, workspaceId),
      or(isAmong(table.sessionId, sessionIds), isNull(table.sessionId)),
      sql`(${table.sourceFileId}, ${table.generation}, ${table.sequence}) in (
        select "sourceFileId", generation, sequence from json_to_recordset(${positions}::text::json)
          as gone("sourceFileId" bigint, generation int, sequence bigint))`,
    );
}

async function deleteSpans(tx: Database, workspaceId: string, lines: readonly LinePlace[]): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from trace_span using json_to_recordset(${JSON.stringify(lines)}::text::json)
        as gone("sourceFileId" bigint, generation int, sequence bigint)
      where workspace_id = ${workspaceId} and source_file_id = gone."sourceFileId"
        and trace_span.generation = gone.generation and trace_span.sequence = gone.sequence`,
  );
  return rowCount ?? 0;
}

async function deleteIdentities(tx: Database, workspaceId: string, events: DeletedEvents): Promise<void> {
  const claimed = events.filter(({ identity, isDuplicate }) => identity !== null && !isDuplicate);
  if (claimed.length === 0) return;
  await tx.execute(
    sql`delete from event_identity using json_to_recordset(${JSON.stringify(claimed)}::text::json)
        as gone(identity text, "sourceFileId" bigint, generation int, sequence bigint)
      where workspace_id = ${workspaceId} and event_identity.identity = gone.identity
        and source_file_id = gone."sourceFileId" and event_identity.generation = gone.generation
        and event_identity.sequence = gone.sequence`,
  );
}
