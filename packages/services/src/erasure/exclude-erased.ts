import { groupBy } from "@baton/core/internal";
import type { SessionRecord } from "@baton/core/session";
import type { Database } from "@baton/db";
import {
  addDroppedLines,
  blockErasure,
  type EventLine,
  getRetentionState,
  hashName,
  type LineBatch,
  listErasedNames,
  listStoredHandoffs,
  retainedSince,
} from "@baton/db/write";
import { namesIn, remember } from "./erased-text";

/**
 * Removes lines from a batch that must not be stored: erased ones, and ones older than the retention. Records
 * them as dropped, so that line counts of a file stay complete.
 *
 * @param tx a transaction; new erasures wait for its end.
 * @returns the remaining batch and the number of removed lines.
 */
export async function excludeErased(
  tx: Database,
  batch: LineBatch,
): Promise<{ batch: LineBatch; droppedCount: number }> {
  const { workspaceId } = batch;
  await blockErasure(tx, workspaceId);
  const keptSince = await findKeptSince(tx, workspaceId);
  const isErased = await findErased(tx, batch);
  const expired: EventLine[] = [];
  const erased: EventLine[] = [];
  const lines = batch.lines.filter((line) => {
    if (isErased?.(line)) erased.push(line);
    else if (keptSince && line.records.every(({ occurredAt }) => occurredAt < keptSince)) expired.push(line);
    else return true;
    return false;
  });
  await addDroppedLines(tx, workspaceId, erased.map(placeOf), "erased");
  await addDroppedLines(tx, workspaceId, expired.map(placeOf), "expired");
  return { batch: { ...batch, lines }, droppedCount: erased.length + expired.length };
}

function placeOf({ lineNumber, records: [first] }: EventLine) {
  return { ...first, lineNumber };
}

/**
 * Lines dropped once stay out, even after a longer retention: they would count twice. The clock only decides
 * until a retention was applied; then its date decides, which does not follow every step of the clock.
 */
async function findKeptSince(tx: Database, workspaceId: string): Promise<Date | null> {
  const state = await getRetentionState(tx, { workspaceId });
  if (!state) return null;
  const { days, isPending, appliedBefore } = state;
  const since = days === null || !isPending ? null : retainedSince(days, new Date());
  if (!since || !appliedBefore) return since ?? appliedBefore;
  return since > appliedBefore ? since : appliedBefore;
}

/** Creates a check for lines of erased data; null without erasures. */
async function findErased(
  tx: Database,
  { workspaceId, lines }: LineBatch,
): Promise<((line: EventLine) => boolean) | null> {
  const erasures = await listErasedNames(tx, workspaceId);
  if (!erasures) return null;
  const { sessions, agents, isWorkspaceErased } = erasures;
  if (isWorkspaceErased) return () => true;
  const isErasedSession = remember((id: string) => sessions.has(hashName(id)));
  const isErasedAgent = remember((id: string) => agents.has(hashName(id)));
  const isOfErasedAgent = (line: EventLine) =>
    agents.size > 0 &&
    (line.records.some(({ record }) => agentsOf(record).some(isErasedAgent)) ||
      namesIn(line.text ?? "").some(isErasedAgent));
  const isErased = (line: EventLine) =>
    line.records.some(({ sessionId }) => sessionId !== null && isErasedSession(sessionId)) ||
    isOfErasedAgent(line);
  if (agents.size === 0) return isErased;
  const unanswered = await findUnanswered(
    tx,
    workspaceId,
    lines.filter((line) => !isErased(line)),
  );
  return (line) => isErased(line) || unanswered.has(line);
}

/**
 * Returns responses without a known call. After an erasure of an agent they count as its own, because nothing
 * else names the agent.
 */
async function findUnanswered(
  tx: Database,
  workspaceId: string,
  lines: readonly EventLine[],
): Promise<Set<EventLine>> {
  const called = new Set(lines.flatMap((line) => line.records.map(({ record }) => record.identity ?? "")));
  const answers = lines.flatMap((line) =>
    line.records.flatMap(({ record }) => {
      const call = record.handoff?.answersIdentity;
      return call && !called.has(call) ? [{ call, line }] : [];
    }),
  );
  const missing = groupBy(answers, ({ call }) => call);
  for (const call of await listStoredHandoffs(tx, workspaceId, [...missing.keys()])) missing.delete(call);
  return new Set([...missing.values()].flatMap((each) => each.map(({ line }) => line)));
}

/** Returns the agents that a record names. */
function agentsOf({
  handoff: handed,
  compaction,
  usage,
  workflow,
  artifactRead,
  task,
  memory,
}: SessionRecord) {
  const named = [
    ...(handed ? [handed.fromAgent, handed.toAgent] : []),
    ...(workflow?.kind === "handoff" ? [workflow.fromAgent, workflow.toAgent] : []),
    compaction?.agent,
    usage?.agent,
    artifactRead?.agent,
    task?.fromAgent,
    task?.toAgent,
    memory?.author,
  ];
  return named.filter((agent) => typeof agent === "string");
}
