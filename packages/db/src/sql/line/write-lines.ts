import type { Database } from "../../client";
import { nameTaskAgents, upsertTasks } from "../artifact/task-write";
import { insertArtifactReads, upsertWorkflows } from "../artifact/workflow-write";
import { settleNotices } from "../compaction/compaction-notice";
import {
  insertCompactions,
  upsertCompactionSize,
  upsertCompactionSummary,
} from "../compaction/compaction-write";
import { excludeErased } from "../erasure/erased-lines";
import { addToFields } from "../field/field-totals";
import {
  insertHandoffs,
  insertLateHandoffs,
  nameReturningAgents,
  type ResolvedHandoff,
  withdrawHandoffs,
} from "../handoff/handoff-write";
import { replacePrintedHandoffs } from "../handoff/printed-handoffs";
import { settleSuccessions } from "../handoff/succession-write";
import { upsertTraceSpans } from "../handoff/trace-span-write";
import { addToUngoverned } from "../handoff/ungoverned-write";
import { addToLeaks } from "../leak/leak-search";
import { upsertReportedPolicies } from "../policy/policy-write";
import { addToBlockedFields } from "../savings/blocked-field-totals";
import { addToSavings } from "../savings/savings-write";
import { settleAgents, upsertAgents } from "../session/agent-write";
import { upsertMessageUsages } from "../session/message-usage-write";
import { addHandoffsToSessions, addToSessions } from "../session/session-totals";
import { addViolationsToSessions, checkHandoffs } from "../violation/violation-write";
import { claimIdentities, insertEvents } from "./event-write";
import type { EventLine, LineBatch, ResolvedRecord } from "./line-batch";
import { positionKey } from "./position";

/** Result of a batch. */
export interface WrittenLines {
  /** New events that count. */
  eventCount: number;
  /** Stored events that do not count, because their identity was claimed before. */
  duplicateCount: number;
  /** Lines that are not stored, because they were erased or are older than the retention. */
  droppedCount: number;
  sessionIds: Set<string>;
  hasHandoffs: boolean;
}

/**
 * Stores lines and everything derived from them, except lines that must not be imported (`excludeErased`).
 *
 * @param db a transaction that must roll back on an error.
 */
export async function writeLines(db: Database, whole: LineBatch): Promise<WrittenLines> {
  if (whole.lines.length === 0) return nothingWritten(0);
  const { batch, droppedCount } = await excludeErased(db, whole);
  if (batch.lines.length === 0) return nothingWritten(droppedCount);
  const { workspaceId } = batch;
  const records = batch.lines.flatMap((line) => line.records);
  const claims = records.flatMap(({ record: { identity }, occurredAt, ...position }) =>
    identity === null ? [] : [{ workspaceId, identity, occurredAt, ...pickPosition(position) }],
  );
  const owners = await claimIdentities(db, workspaceId, claims);
  const duplicateOf = (resolved: ResolvedRecord) => {
    const owner = owners.get(resolved.record.identity ?? "");
    return owner === undefined || owner === positionKey(resolved) ? null : owner;
  };
  const inserted = await insertEvents(
    db,
    batch.lines.flatMap((line) => toEventRows(batch, line, duplicateOf)),
  );
  const fresh = records.filter((resolved) => inserted.has(positionKey(resolved)));
  const counted = fresh.filter((resolved) => duplicateOf(resolved) === null);
  // Do this before the handoffs, which are checked against these policies.
  await upsertReportedPolicies(
    db,
    workspaceId,
    counted.flatMap(({ occurredAt, record: { policySeen } }) =>
      policySeen ? [{ occurredAt, event: policySeen }] : [],
    ),
  );
  const agents = await upsertAgents(db, workspaceId, fresh);
  const handoffs = await writeHandoffs(db, workspaceId, counted);
  await writeCompactions(db, workspaceId, counted);
  await upsertMessageUsages(
    db,
    workspaceId,
    // A copy of a record may have been imported first, but the call belongs to the session that made it.
    fresh.flatMap((resolved) => withFacts(resolved, resolved.record.usage)),
  );
  await upsertWorkflows(
    db,
    workspaceId,
    counted.flatMap((resolved) => withFacts(resolved, resolved.record.workflow)),
  );
  await insertArtifactReads(
    db,
    workspaceId,
    counted.flatMap((resolved) => withFacts(resolved, resolved.record.artifactRead)),
  );
  await upsertTasks(
    db,
    workspaceId,
    counted.flatMap((resolved) => withFacts(resolved, resolved.record.task)),
  );
  const { late, sessionIds: changedSessionIds } = await upsertTraceSpans(db, workspaceId, fresh);
  await insertLateHandoffs(db, workspaceId, late);
  const sessionIds = await addToSessions(db, batch, counted);
  const lateSessionIds = await addHandoffsToSessions(db, workspaceId, late);
  await addViolationsToSessions(db, workspaceId, handoffs);
  await addToLeaks(db, workspaceId, handoffs);
  await addToSavings(db, workspaceId, handoffs);
  await addToBlockedFields(db, workspaceId, handoffs);
  await addToFields(db, workspaceId, handoffs);
  await addToUngoverned(db, workspaceId, [...handoffs, ...late]);
  if (agents) await settleAgents(db, workspaceId, agents);
  await settleNotices(db, workspaceId, counted);
  const succeededSessionIds = await settleSuccessions(db, workspaceId, fresh);
  const printedSessionIds = await replacePrintedHandoffs(db, workspaceId, counted);
  const withdrawn = counted.flatMap(({ record }) => record.withdrawnHandoff ?? []);
  const withdrawnSessionIds = await withdrawHandoffs(db, workspaceId, withdrawn);
  return {
    eventCount: counted.length,
    duplicateCount: fresh.length - counted.length,
    droppedCount,
    sessionIds: new Set([
      ...sessionIds,
      ...lateSessionIds,
      ...changedSessionIds,
      ...succeededSessionIds,
      ...printedSessionIds,
      ...withdrawnSessionIds,
    ]),
    hasHandoffs: handoffs.length + late.length > 0,
  };
}

function nothingWritten(droppedCount: number): WrittenLines {
  return { eventCount: 0, duplicateCount: 0, droppedCount, sessionIds: new Set(), hasHandoffs: false };
}

async function writeHandoffs(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<ResolvedHandoff[]> {
  const read = records.flatMap((resolved) => withFacts(resolved, resolved.record.handoff));
  const returning = await nameReturningAgents(db, workspaceId, read);
  const named = await nameTaskAgents(db, workspaceId, returning, records);
  const verdicts = await checkHandoffs(db, workspaceId, named);
  const handoffs = named.map((one, index) => ({ ...one, verdict: verdicts[index] ?? null }));
  await insertHandoffs(db, workspaceId, handoffs);
  return handoffs;
}

async function writeCompactions(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<void> {
  await insertCompactions(
    db,
    workspaceId,
    records.flatMap((resolved) => withFacts(resolved, resolved.record.compaction)),
  );
  for (const { record } of records) {
    if (record.compactionSummary) {
      const { compactionIdentity: eventId, summary } = record.compactionSummary;
      await upsertCompactionSummary(db, workspaceId, { eventId, summary });
    }
    if (record.compactionSize) {
      const { compactionIdentity: eventId, afterTokens } = record.compactionSize;
      await upsertCompactionSize(db, workspaceId, { eventId, afterTokens });
    }
  }
}

function withFacts<Facts>(
  resolved: ResolvedRecord,
  facts: Facts | null,
): (ResolvedRecord & { facts: Facts })[] {
  return facts === null ? [] : [{ ...resolved, facts }];
}

function pickPosition({
  sourceFileId,
  generation,
  sequence,
  ordinal,
}: Omit<ResolvedRecord, "record" | "occurredAt">) {
  return { sourceFileId, generation, sequence, ordinal };
}

function toEventRows(
  { workspaceId, hasContent }: LineBatch,
  line: EventLine,
  duplicateOf: (resolved: ResolvedRecord) => string | null,
) {
  return line.records.map((resolved) => ({
    workspaceId,
    ...pickPosition(resolved),
    occurredAt: resolved.occurredAt,
    identity: resolved.record.identity,
    duplicateOf: duplicateOf(resolved),
    eventType: resolved.record.eventType,
    sessionId: resolved.sessionId,
    isError: resolved.record.isError,
    lineNumber: line.lineNumber,
    text: resolved.ordinal === 0 ? line.text : null,
    byteLength: line.byteLength,
    sha256: line.sha256,
    maskedSecretCount: resolved.ordinal === 0 ? line.maskedSecretCount : 0,
    hasContent,
  }));
}
