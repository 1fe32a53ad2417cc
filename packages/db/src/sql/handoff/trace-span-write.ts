import { handoffFacts, MEASURES, sessionRecord } from "@baton/core/session";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { traceSpan } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { positionKey } from "../line/position";
import { insertRows } from "../statement/insert-rows";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import type { ResolvedHandoff } from "./handoff-write";
import { climb, type Found, findOuterCalls, type SpanKey, WaitingSpan } from "./trace-climb";
import { type SettledHandoffs, settleTransfers } from "./trace-transfer-write";

/**
 * Writers of one trace wait for each other, as do those of some other traces: one lock per trace would be too
 * many.
 */
const LOCKS = 64;

/**
 * Stores spans and finds callers of those that waited for theirs, in this batch or earlier. Also finds
 * transfers, and calls with another call below them, which do not count.
 *
 * @param db a transaction that also stores the usage of the records.
 * @param records new ones; all spans of a line can be in its first record.
 * @returns the handoffs found now, of stored records that count and are in no total yet; and the sessions
 * from which transfers were removed.
 */
export async function upsertTraceSpans(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<SettledHandoffs> {
  const holders = records.filter(({ record }) => record.spans.length > 0);
  if (holders.length === 0) return { late: [], sessionIds: [] };
  const times = new Map(records.map((record) => [positionKey(record), record.occurredAt]));
  const rows = holders.flatMap(({ record, occurredAt, eventId, sessionId, ...line }) =>
    record.spans.map(({ handoff, endedAt, ...span }) => ({
      workspaceId,
      ...line,
      ...span,
      endedAt: toDate(endedAt),
      isHandoff: handoff !== null,
      handoffFrom: handoff?.from ?? null,
      handoffTo: handoff?.to ?? null,
      occurredAt: times.get(positionKey({ ...line, ordinal: span.ordinal ?? line.ordinal })) ?? occurredAt,
    })),
  );
  const traceIds = [...new Set(rows.map(({ traceId }) => toStorableText(traceId)))];
  await lockTraces(db, workspaceId, traceIds);
  await insertRows(db, traceSpan, rows, sql`on conflict do nothing`);
  const settled = await settleSpans(db, workspaceId, traceIds);
  await nameUsingAgents(db, workspaceId, settled);
  await dropOuterCalls(db, workspaceId, traceIds);
  const mayTransfer =
    settled.length > 0 ||
    rows.some(({ agent, isHandoff, isWorkflow }) => agent !== null || isHandoff || isWorkflow);
  if (!mayTransfer) return { late: [], sessionIds: [] };
  // Do this first, because a transfer is removed if its receiver turns out to have been called.
  const { late, sessionIds } = await settleTransfers(db, workspaceId, traceIds);
  return { late: [...(await listLateHandoffs(db, workspaceId, settled)), ...late], sessionIds };
}

function toDate(timestamp: string | null): Date | null {
  const date = new Date(timestamp ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Locks the traces: two writers would not see each other's spans, which may wait for one another. */
async function lockTraces(db: Database, workspaceId: string, traceIds: readonly string[]): Promise<void> {
  const locks = new Set(traceIds.map((id) => id.charCodeAt(id.length - 1) % LOCKS));
  const inOrder = JSON.stringify([...locks].sort((a, b) => a - b));
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`spans of ${workspaceId} `} || lock, 0))
      from json_array_elements_text(${inOrder}::text::json) as lock`,
  );
}

/**
 * Resolves waiting spans.
 * @returns the spans whose caller is now known, or that have none, or that wait for another span.
 */
async function settleSpans(
  db: Database,
  workspaceId: string,
  traceIds: readonly string[],
): Promise<SpanKey[]> {
  // Look spans up one by one, here and below: until PostgreSQL has statistics, a join would compare every
  // span of a trace with all others.
  const waiting = await selectRows(
    db,
    WaitingSpan,
    sql`select waiting.trace_id as "traceId", waiting.span_id as "spanId", above.span_id as "aboveId",
        above.agent is not null as "isCaller", above.is_workflow as "isWorkflow",
        above.caller_id as "callerId", above.missing_id as "missingId",
        waiting.workflow_id as "workflowId", above.workflow_id as "aboveWorkflowId",
        waiting.usage_key as "usageKey", above.usage_key as "aboveUsageKey"
      from trace_span waiting cross join lateral (select * from trace_span one
        where one.workspace_id = ${workspaceId} and one.trace_id = waiting.trace_id and one.span_id = waiting.missing_id
        limit 1) above
      where waiting.workspace_id = ${workspaceId} and waiting.missing_id is not null
        and waiting.trace_id = any (array(select json_array_elements_text(${JSON.stringify(traceIds)}::text::json)))`,
  );
  if (waiting.length === 0) return [];
  const found = climb(waiting);
  await db.execute(
    sql`update trace_span set caller_id = "callerId", missing_id = "missingId", workflow_id = "workflowId"
      from (select place, "callerId", "missingId", "workflowId"
        from ${withPlaces(workspaceId, found)}) found
      where trace_span.workspace_id = ${workspaceId} and trace_span.ctid = place`,
  );
  const outerCalls = findOuterCalls(waiting);
  if (outerCalls.length > 0) {
    await db.execute(
      sql`update trace_span set is_outer_call = true
        from (select place from ${withPlaces(workspaceId, outerCalls)}) found where trace_span.workspace_id = ${workspaceId} and trace_span.ctid = place`,
    );
  }
  return found;
}

function withPlaces(workspaceId: string, spans: readonly (SpanKey & Partial<Found>)[]) {
  return sql`json_to_recordset(${JSON.stringify(spans)}::text::json)
      as found("traceId" text, "spanId" text, "callerId" text, "missingId" text, "workflowId" text)
    cross join lateral (select ctid as place from trace_span one
      where one.workspace_id = ${workspaceId} and one.trace_id = "traceId" and one.span_id = "spanId" limit 1) stored`;
}

/** Removes calls that have another call below them, because the latter counts. */
async function dropOuterCalls(db: Database, workspaceId: string, traceIds: readonly string[]): Promise<void> {
  await db.execute(
    sql`delete from message_usage using trace_span span
      where span.workspace_id = ${workspaceId} and span.is_outer_call and span.trace_id = any (
          array(select json_array_elements_text(${JSON.stringify(traceIds)}::text::json)))
        and message_usage.workspace_id = span.workspace_id and message_usage.usage_key = span.usage_key`,
  );
}

/** Returns the spans of a list of keys, each with its caller. */
function withCallers(workspaceId: string, keys: readonly SpanKey[]) {
  return sql`json_to_recordset(${JSON.stringify(keys)}::text::json) as settled("traceId" text, "spanId" text)
    cross join lateral (select * from trace_span one
      where one.workspace_id = ${workspaceId} and one.trace_id = "traceId" and one.span_id = "spanId" limit 1) span
    cross join lateral (select * from trace_span one
      where one.workspace_id = ${workspaceId} and one.trace_id = span.trace_id and one.span_id = span.caller_id limit 1) caller`;
}

/** A model call belongs to its agent, whose name may only be on the agent's own span. */
async function nameUsingAgents(db: Database, workspaceId: string, keys: readonly SpanKey[]): Promise<void> {
  if (keys.length === 0) return;
  await db.execute(
    sql`update message_usage set agent = caller.agent from ${withCallers(workspaceId, keys)}
      where message_usage.workspace_id = ${workspaceId} and message_usage.usage_key = span.usage_key
        and message_usage.agent = 'unknown'`,
  );
}

const LateHandoff = z.object({
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  identity: z.string(),
  eventType: z.string(),
  sessionId: z.string().nullable(),
  fromAgent: z.string(),
  toAgent: z.string(),
  toModel: z.string().nullable(),
  beforeTokens: Sum.nullable(),
  afterTokens: Sum.nullable(),
  measureBefore: z.enum(MEASURES).nullable(),
  measureAfter: z.enum(MEASURES).nullable(),
});

async function listLateHandoffs(
  db: Database,
  workspaceId: string,
  keys: readonly SpanKey[],
): Promise<ResolvedHandoff[]> {
  if (keys.length === 0) return [];
  const rows = await selectRows(
    db,
    LateHandoff,
    sql`select extract(epoch from event.occurred_at) * 1000 as "occurredAt", event.source_file_id as "sourceFileId",
        event.generation, event.sequence, event.ordinal, event.identity, event.event_type as "eventType",
        event.session_id as "sessionId", caller.agent as "fromAgent", span.agent as "toAgent", span.model as "toModel",
        caller.input_tokens as "beforeTokens", span.input_tokens as "afterTokens",
        caller.input_measure as "measureBefore", span.input_measure as "measureAfter"
      from ${withCallers(workspaceId, keys)}
      cross join lateral (select * from event one
        where one.workspace_id = ${workspaceId} and one.occurred_at = span.occurred_at
          and one.source_file_id = span.source_file_id and one.generation = span.generation
          and one.sequence = span.sequence and one.ordinal = span.ordinal limit 1) event
      where span.agent <> caller.agent and event.duplicate_of is null and event.identity = span.span_id
      order by event.source_file_id, event.generation, event.sequence, event.ordinal`,
  );
  return rows.map(({ identity, eventType, sessionId, ...row }) => {
    const { occurredAt, sourceFileId, generation, sequence, ordinal, ...sizes } = row;
    const facts = handoffFacts({
      kind: "span",
      ...sizes,
      fromAgent: fromStorableText(row.fromAgent),
      toAgent: fromStorableText(row.toAgent),
      toModel: row.toModel && fromStorableText(row.toModel),
    });
    return {
      occurredAt,
      sourceFileId,
      generation,
      sequence,
      ordinal,
      facts,
      verdict: null,
      eventId: fromStorableText(identity),
      sessionId: sessionId && fromStorableText(sessionId),
      record: sessionRecord({ eventType, handoff: facts }),
    };
  });
}
