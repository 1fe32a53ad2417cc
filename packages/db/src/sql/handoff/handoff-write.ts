import type { HandoffFacts } from "@baton/core/session";
import type { PolicyCheck } from "@baton/server/lineage";
import { mapCauseFields } from "@baton/server/savings";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { handoff, handoffOutline } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import type { Position } from "../line/position";
import { removeFromSessions } from "../session/session-totals";
import { insertNewRows, insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import { removeFromUngoverned } from "./ungoverned-write";

/** A handoff record. */
export interface ResolvedHandoff extends ResolvedRecord {
  facts: HandoffFacts;
  /**
   * Result of the check against the policy live at the time; null if not checked yet or no policy applies.
   */
  verdict: PolicyCheck | null;
}

/** Inserts the handoffs of new events, with their outlines. */
export async function insertHandoffs(
  db: Database,
  workspaceId: string,
  handoffs: readonly ResolvedHandoff[],
): Promise<void> {
  const rows = handoffs.map((resolved) => toHandoffRow(workspaceId, resolved));
  if (rows.length > 0) await insertNewRows(db, handoff, rows);
  const outlines = handoffs.flatMap((resolved) => toOutlineRow(workspaceId, resolved));
  if (outlines.length > 0) await insertNewRows(db, handoffOutline, outlines);
}

/** Inserts handoffs without an outline, of earlier or new events. Existing ones stay unchanged. */
export async function insertLateHandoffs(
  db: Database,
  workspaceId: string,
  handoffs: readonly ResolvedHandoff[],
): Promise<void> {
  const rows = handoffs.map((resolved) => toHandoffRow(workspaceId, resolved));
  if (rows.length > 0) await insertRows(db, handoff, rows, sql`on conflict do nothing`);
}

/**
 * Adds content to stored handoffs that have an outline.
 * @param content masked JSON, the same for all of them.
 * @returns the number of handoffs found.
 */
export async function upsertHandoffContent(
  db: Database,
  workspaceId: string,
  handoffs: readonly (Position & { occurredAt: Date })[],
  content: string,
): Promise<number> {
  const positions = handoffs.map(({ occurredAt, sourceFileId: file, generation, sequence, ordinal }) => ({
    at: occurredAt.toISOString(),
    file,
    generation,
    sequence,
    ordinal,
  }));
  const { rowCount } = await db.execute(
    sql`update handoff_outline set content = ${toStorableText(content)}
      from json_to_recordset(${JSON.stringify(positions)}::text::json)
        as one(at timestamptz, file bigint, generation int, sequence bigint, ordinal int)
      where workspace_id = ${workspaceId} and occurred_at = at and source_file_id = file
        and handoff_outline.generation = one.generation and handoff_outline.sequence = one.sequence
        and handoff_outline.ordinal = one.ordinal`,
  );
  return rowCount ?? 0;
}

/**
 * Sets the agent of a return to the receiver of its call, whether the call is in the same batch or was stored
 * before. If the call is missing, the agent stays `unknown`.
 */
export async function nameReturningAgents(
  db: Database,
  workspaceId: string,
  handoffs: readonly Omit<ResolvedHandoff, "verdict">[],
): Promise<Omit<ResolvedHandoff, "verdict">[]> {
  const called = new Map(
    handoffs.map(({ eventId, facts: { toAgent, toAgentId } }) => [eventId, { toAgent, toAgentId }]),
  );
  const missing = handoffs.flatMap(({ facts: { answersIdentity } }) =>
    answersIdentity && !called.has(answersIdentity) ? [toStorableText(answersIdentity)] : [],
  );
  if (missing.length > 0) {
    const rows = await db
      .select({ eventId: handoff.eventId, toAgent: handoff.toAgent, toAgentId: handoff.toAgentId })
      .from(handoff)
      .where(and(eq(handoff.workspaceId, workspaceId), isAmong(handoff.eventId, missing)));
    for (const { eventId, toAgent, toAgentId } of rows) {
      called.set(fromStorableText(eventId), {
        toAgent: fromStorableText(toAgent),
        toAgentId: toAgentId && fromStorableText(toAgentId),
      });
    }
  }
  return handoffs.map((resolved) => {
    const { facts } = resolved;
    const call = called.get(facts.answersIdentity ?? "");
    if (!call) return resolved;
    const fromAgentId = facts.fromAgentId ?? call.toAgentId;
    return { ...resolved, facts: { ...facts, fromAgent: call.toAgent, fromAgentId } };
  });
}

/**
 * Removes delegations that failed before an agent ran and messages that were not delivered, and subtracts
 * them from the sums.
 *
 * @returns the IDs of the affected sessions, as stored.
 */
export async function withdrawHandoffs(
  db: Database,
  workspaceId: string,
  eventIds: readonly string[],
): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const withdrawn = await db
    .delete(handoff)
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        inArray(handoff.kind, ["delegation", "message"]),
        isAmong(handoff.eventId, eventIds.map(toStorableText)),
      ),
    )
    .returning();
  const ids = withdrawn.map(({ eventId }) => eventId);
  await db
    .delete(handoffOutline)
    .where(and(eq(handoffOutline.workspaceId, workspaceId), isAmong(handoffOutline.eventId, ids)));
  await removeFromUngoverned(db, workspaceId, withdrawn);
  await removeFromSessions(db, workspaceId, { events: [], handoffs: withdrawn, compactions: [] });
  return withdrawn.flatMap(({ sessionId }) => sessionId ?? []);
}

function toHandoffRow(
  workspaceId: string,
  { facts, record, verdict, ...resolved }: ResolvedHandoff,
): typeof handoff.$inferInsert {
  const { savedByCause: causes, outline, outlineTruncated, agents, answersIdentity, ...columns } = facts;
  return {
    workspaceId,
    ...resolved,
    workflowId: record.workflowId,
    ...columns,
    answers: answersIdentity,
    ...mapCauseFields((cause) => causes?.[cause]),
    addedTokens: causes?.added,
    enforcement: verdict?.enforcement,
    violation: verdict?.violation,
  };
}

function toOutlineRow(
  workspaceId: string,
  { facts, record, verdict, sessionId, ...resolved }: ResolvedHandoff,
): (typeof handoffOutline.$inferInsert)[] {
  const { outline, outlineTruncated, agents, observedRules } = facts;
  // Hooks have no outline.
  if (!outline && !observedRules) return [];
  const isTruncated = outlineTruncated || !outline;
  return [{ workspaceId, ...resolved, entries: outline ?? [], isTruncated, agents, observedRules }];
}
