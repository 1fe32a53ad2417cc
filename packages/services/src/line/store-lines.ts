import { type Database, notifyRows } from "@baton/db";
import {
  addHandoffsToSessions,
  addToBlockedFields,
  addToFields,
  addToSavings,
  addToSessions,
  addToUngoverned,
  addViolationsToSessions,
  claimIdentities,
  countLineShapes,
  deleteReplacedMemories,
  insertArtifactReads,
  insertCompactions,
  insertEvents,
  insertHandoffs,
  insertLateHandoffs,
  insertMemoryReads,
  joinHandoffs,
  type LineBatch,
  listUnlinkedSessions,
  nameReturningAgents,
  nameTaskAgents,
  positionKey,
  type QuarantinedLine,
  type ResolvedHandoff,
  type ResolvedRecord,
  replacePrintedHandoffs,
  restartLeaks,
  type ShapedLine,
  searchLinkedSessions,
  settleAgents,
  settleNotices,
  settleSuccessions,
  upsertAgents,
  upsertCompactionSize,
  upsertCompactionSummary,
  upsertMemories,
  upsertMessageUsages,
  upsertReportedPolicies,
  upsertTasks,
  upsertTraceSpans,
  upsertWorkflows,
  withdrawHandoffs,
  withoutErasedMemories,
} from "@baton/db/write";
import { storeContentFindings } from "../content/store-content-findings";
import { excludeErased } from "../erasure/exclude-erased";
import { addToLeaks } from "../leak/search-leaks";
import { quarantineLines } from "../quarantine/quarantine-lines";
import { checkHandoffs, countViolations } from "../violation/check-handoffs";

/** Lines to store: those with records, the invalid ones, and what Baton does not recognize in them. */
export interface LinesToStore extends LineBatch {
  quarantined: readonly QuarantinedLine[];
  shapes: readonly ShapedLine[];
  /** True if the lines leave the quarantine, so that pages refetch it. */
  areReplayed?: boolean;
}

/** Result of a batch. */
export interface StoredLines {
  /** New events that count. */
  eventCount: number;
  /** Stored events that do not count, because their identity was claimed before. */
  duplicateCount: number;
  /** Lines that are not stored, because they were erased or are older than the retention. */
  droppedCount: number;
  sessionIds: Set<string>;
}

/**
 * Stores lines and everything derived from them, except lines that must not be imported (`excludeErased`),
 * quarantines the invalid ones, and announces both to open pages.
 *
 * @param tx a transaction that must roll back on an error.
 */
export async function storeLines(tx: Database, lines: LinesToStore): Promise<StoredLines> {
  const { workspaceId, format, quarantined, shapes, areReplayed = false } = lines;
  const { hasHandoffs, ...stored } = await storeValid(tx, lines);
  await quarantineLines(tx, quarantined);
  await countLineShapes(tx, { workspaceId, format, lines: shapes });
  const hasQuarantined = areReplayed || quarantined.length > 0;
  if (hasQuarantined || stored.eventCount + stored.duplicateCount > 0) {
    await notifyRows(tx, { workspaceId, sessionIds: [...stored.sessionIds], hasHandoffs, hasQuarantined });
  }
  return stored;
}

async function storeValid(tx: Database, whole: LineBatch): Promise<StoredLines & { hasHandoffs: boolean }> {
  const { workspaceId } = whole;
  if (whole.lines.length === 0) return nothingStored(0);
  const { batch: kept, droppedCount } = await excludeErased(tx, whole);
  const batch = { ...kept, lines: await withoutErasedMemories(tx, workspaceId, kept.lines) };
  if (batch.lines.length === 0) return nothingStored(droppedCount);
  const records = batch.lines.flatMap((line) => line.records);
  const owners = await claimIdentities(tx, workspaceId, records);
  const ownerOf = (resolved: ResolvedRecord) => {
    const owner = owners.get(resolved.record.identity ?? "");
    return owner === undefined || owner === positionKey(resolved) ? null : owner;
  };
  const inserted = await insertEvents(tx, batch, ownerOf);
  const fresh = records.filter((resolved) => inserted.has(positionKey(resolved)));
  const counted = fresh.filter((resolved) => ownerOf(resolved) === null);
  const unlinked = await listUnlinkedSessions(tx, workspaceId, counted);
  // Do this before the handoffs, which are checked against these policies.
  await upsertReportedPolicies(tx, workspaceId, withFacts(counted, "policySeen"));
  const agents = await upsertAgents(tx, workspaceId, fresh);
  const handoffs = await storeHandoffs(tx, workspaceId, counted);
  await storeCompactions(tx, workspaceId, counted);
  // A copy of a record may have been imported first, but the call belongs to the session that made it.
  await upsertMessageUsages(tx, workspaceId, withFacts(fresh, "usage"));
  await upsertWorkflows(tx, workspaceId, withFacts(counted, "workflow"));
  await insertArtifactReads(tx, workspaceId, withFacts(counted, "artifactRead"));
  await upsertMemories(tx, workspaceId, withFacts(counted, "memory"));
  await deleteReplacedMemories(tx, workspaceId, counted);
  await insertMemoryReads(tx, workspaceId, withFacts(counted, "handoff"));
  await upsertTasks(tx, workspaceId, withFacts(counted, "task"));
  const { late, sessionIds: changedSessionIds } = await upsertTraceSpans(tx, workspaceId, fresh);
  await insertLateHandoffs(tx, workspaceId, late);
  const sessionIds = await addToSessions(tx, batch, counted);
  const lateSessionIds = await addHandoffsToSessions(tx, workspaceId, late);
  await addViolationsToSessions(tx, workspaceId, countViolations(handoffs));
  await searchLinkedSessions(tx, workspaceId, unlinked);
  await addToLeaks(tx, workspaceId, handoffs);
  await storeContentFindings(tx, batch, { fresh, counted, handoffs });
  await addToSavings(tx, workspaceId, handoffs);
  await addToBlockedFields(tx, workspaceId, handoffs);
  await addToFields(tx, workspaceId, handoffs);
  await addToUngoverned(tx, workspaceId, [...handoffs, ...late]);
  const repeated = fresh.filter((resolved) => ownerOf(resolved) !== null);
  const joinedSessionIds = await joinHandoffs(tx, workspaceId, repeated);
  if (agents) await searchLinkedSessions(tx, workspaceId, await settleAgents(tx, workspaceId, agents));
  await settleNotices(tx, workspaceId, counted);
  const succeeded = await settleSuccessions(tx, workspaceId, fresh);
  // Their leaks depend on the old parent, too.
  await restartLeaks(tx, workspaceId, succeeded.linked);
  await searchLinkedSessions(tx, workspaceId, succeeded.linked);
  const printedSessionIds = await replacePrintedHandoffs(tx, workspaceId, counted);
  const withdrawn = counted.flatMap(({ record }) => record.withdrawnHandoff ?? []);
  const withdrawnSessionIds = await withdrawHandoffs(tx, workspaceId, withdrawn);
  return {
    eventCount: counted.length,
    duplicateCount: fresh.length - counted.length,
    droppedCount,
    sessionIds: new Set([
      ...sessionIds,
      ...lateSessionIds,
      ...changedSessionIds,
      ...joinedSessionIds,
      ...succeeded.sessionIds,
      ...printedSessionIds,
      ...withdrawnSessionIds,
    ]),
    hasHandoffs: handoffs.length + late.length > 0,
  };
}

function nothingStored(droppedCount: number) {
  return {
    eventCount: 0,
    duplicateCount: 0,
    droppedCount,
    sessionIds: new Set<string>(),
    hasHandoffs: false,
  };
}

async function storeHandoffs(
  tx: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<ResolvedHandoff[]> {
  const returning = await nameReturningAgents(tx, workspaceId, withFacts(records, "handoff"));
  const named = await nameTaskAgents(tx, workspaceId, returning, records);
  const verdicts = await checkHandoffs(tx, workspaceId, named);
  const handoffs = named.map((one, index) => ({ ...one, verdict: verdicts[index] ?? null }));
  await insertHandoffs(tx, workspaceId, handoffs);
  return handoffs;
}

async function storeCompactions(
  tx: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<void> {
  await insertCompactions(tx, workspaceId, withFacts(records, "compaction"));
  for (const { record } of records) {
    if (record.compactionSummary) {
      const { compactionIdentity: eventId, summary } = record.compactionSummary;
      await upsertCompactionSummary(tx, workspaceId, { eventId, summary });
    }
    if (record.compactionSize) {
      const { compactionIdentity: eventId, afterTokens } = record.compactionSize;
      await upsertCompactionSize(tx, workspaceId, { eventId, afterTokens });
    }
  }
}

type Record = ResolvedRecord["record"];

/** Returns the records that have facts of a kind, with these facts. */
function withFacts<Kind extends keyof Record>(
  records: readonly ResolvedRecord[],
  kind: Kind,
): (ResolvedRecord & { facts: NonNullable<Record[Kind]> })[] {
  return records.flatMap((resolved) => {
    const facts = resolved.record[kind];
    return facts === null || facts === undefined ? [] : [{ ...resolved, facts }];
  });
}
