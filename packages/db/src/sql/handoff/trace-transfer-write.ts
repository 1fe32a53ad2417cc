import { findTransfers, handoffFacts, sessionRecord } from "@baton/core/session";
import { fromStorableText } from "@baton/server/storable-text";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { handoff } from "../../schema/index";
import { removeFromSessions } from "../session/session-totals";
import { isAmong } from "../statement/is-among";
import { Milliseconds, Sum, selectRows } from "../statement/rows";
import type { ResolvedHandoff } from "./handoff-write";
import { removeFromUngoverned } from "./ungoverned-write";

/** Handoffs found now that are in no total yet, and the sessions from which others were removed. */
export interface SettledHandoffs {
  late: ResolvedHandoff[];
  sessionIds: string[];
}

/** Limit of agents and handoffs per trace; the first ones are used. */
const MAX_SPANS = 5_000;

const Transferring = z.object({
  traceId: z.string(),
  spanId: z.string(),
  agent: z.string().nullable(),
  callerId: z.string().nullable(),
  missingId: z.string().nullable(),
  workflowId: z.string().nullable(),
  startedAt: z.coerce.number(),
  endedAt: z.coerce.number().nullable(),
  isHandoff: z.boolean(),
  handoffFrom: z.string().nullable(),
  handoffTo: z.string().nullable(),
  /** Event type of its record, if it counts. */
  eventType: z.string().nullable(),
  sessionId: z.string().nullable(),
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number().nullable(),
  /** The stored transfer of the span. */
  storedFrom: z.string().nullable(),
  storedTo: z.string().nullable(),
});
type Transferring = z.infer<typeof Transferring>;

/**
 * Updates the transfers of traces to those that `findTransfers` finds in all arrived spans. A transfer that a
 * later span contradicts is removed, also from totals.
 * @param db a transaction in which no other writes the same traces.
 */
export async function settleTransfers(
  db: Database,
  workspaceId: string,
  traceIds: readonly string[],
): Promise<SettledHandoffs> {
  const rows = await listTransferring(db, workspaceId, traceIds);
  const wrong: string[] = [];
  const late: ResolvedHandoff[] = [];
  for (const spans of groupByTrace(rows)) {
    const transfers = new Map(findTransfers(spans.map(toTransferSpan)).map((one) => [one.spanId, one]));
    for (const span of spans) {
      const transfer = transfers.get(span.spanId);
      const isStored = span.storedFrom !== null;
      if (isStored && transfer?.fromAgent === span.storedFrom && transfer.toAgent === span.storedTo) continue;
      if (isStored) wrong.push(span.spanId);
      if (transfer) late.push(...toHandoff(span, transfer));
    }
  }
  return { late, sessionIds: await removeTransfers(db, workspaceId, wrong) };
}

function listTransferring(
  db: Database,
  workspaceId: string,
  traceIds: readonly string[],
): Promise<Transferring[]> {
  return selectRows(
    db,
    Transferring,
    sql`select span.trace_id as "traceId", span.span_id as "spanId", span.agent, span.caller_id as "callerId",
        span.missing_id as "missingId", span.workflow_id as "workflowId",
        extract(epoch from span.occurred_at) * 1000 as "startedAt", extract(epoch from span.ended_at) * 1000 as "endedAt",
        span.is_handoff as "isHandoff", span.handoff_from as "handoffFrom", span.handoff_to as "handoffTo",
        event.event_type as "eventType", event.session_id as "sessionId",
        extract(epoch from span.occurred_at) * 1000 as "occurredAt", span.source_file_id as "sourceFileId",
        span.generation, span.sequence, span.ordinal, stored.from_agent as "storedFrom", stored.to_agent as "storedTo"
      from json_array_elements_text(${JSON.stringify(traceIds)}::text::json) as trace
      cross join lateral (select * from trace_span one
        where one.workspace_id = ${workspaceId} and one.trace_id = trace and (one.agent is not null or one.is_handoff)
        order by one.occurred_at limit ${MAX_SPANS}) span
      left join lateral (select * from event one
        where one.workspace_id = ${workspaceId} and one.occurred_at = span.occurred_at
          and one.source_file_id = span.source_file_id and one.generation = span.generation
          and one.sequence = span.sequence and one.ordinal = span.ordinal
          and one.duplicate_of is null and one.identity = span.span_id limit 1) event on true
      left join lateral (select * from handoff one
        where one.workspace_id = ${workspaceId} and one.event_id = span.span_id and one.kind = 'transfer'
          and one.occurred_at = span.occurred_at limit 1) stored on true`,
  );
}

function groupByTrace(rows: readonly Transferring[]): Transferring[][] {
  const traces = new Map<string, Transferring[]>();
  for (const row of rows) {
    const spans = traces.get(row.traceId);
    if (spans) spans.push(row);
    else traces.set(row.traceId, [row]);
  }
  return [...traces.values()];
}

function toTransferSpan({ isHandoff, handoffFrom, handoffTo, ...span }: Transferring) {
  return { ...span, handoff: isHandoff ? { from: handoffFrom, to: handoffTo } : null };
}

/** Returns null if the event of the span does not count. */
function toHandoff(span: Transferring, transfer: { fromAgent: string; toAgent: string }): ResolvedHandoff[] {
  const { eventType, sessionId, spanId, occurredAt, sourceFileId, generation, sequence, ordinal } = span;
  if (eventType === null || ordinal === null) return [];
  const facts = handoffFacts({
    kind: "transfer",
    fromAgent: fromStorableText(transfer.fromAgent),
    toAgent: fromStorableText(transfer.toAgent),
  });
  return [
    {
      occurredAt,
      sourceFileId,
      generation,
      sequence,
      ordinal,
      facts,
      verdict: null,
      eventId: fromStorableText(spanId),
      sessionId: sessionId && fromStorableText(sessionId),
      record: sessionRecord({ eventType, handoff: facts }),
    },
  ];
}

/**
 * Removes transfers.
 * @returns the IDs of the affected sessions, as stored.
 */
async function removeTransfers(
  db: Database,
  workspaceId: string,
  spanIds: readonly string[],
): Promise<string[]> {
  if (spanIds.length === 0) return [];
  const removed = await db
    .delete(handoff)
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        eq(handoff.kind, "transfer"),
        isAmong(handoff.eventId, spanIds),
      ),
    )
    .returning();
  await removeFromUngoverned(db, workspaceId, removed);
  await removeFromSessions(db, workspaceId, { events: [], handoffs: removed, compactions: [] });
  return removed.flatMap(({ sessionId }) => sessionId ?? []);
}
