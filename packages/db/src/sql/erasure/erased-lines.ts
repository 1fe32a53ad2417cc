import { createHash } from "node:crypto";
import { groupBy } from "@baton/core/internal";
import type { SessionRecord } from "@baton/core/session";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { erasedFile, erasure, handoff, retention } from "../../schema/index";
import type { EventLine, LineBatch } from "../line/line-batch";
import { addDroppedLines } from "../source/dropped-lines";
import { isAmong } from "../statement/is-among";
import { standsBetween } from "../statement/json-string-match";

/** Returns the hex SHA-256 of a name in UTF-8, by which an erasure recognizes it later. */
export function hashName(name: string): string {
  return createHash("sha256").update(fromStorableText(name)).digest("hex");
}

/** Waits for erasures in progress in the workspace, and blocks new ones until the transaction ends. */
export async function blockErasure(db: Database, workspaceId: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${`taking in ${workspaceId}`}, 0))`,
  );
}

/** Waits for batches being stored in the workspace, and blocks new ones until the transaction ends. */
export async function blockStoring(db: Database, workspaceId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`taking in ${workspaceId}`}, 0))`);
}

/** Returns the earliest time that a retention of this many days keeps: the start (UTC) of that day. */
export function retainedSince(days: number, now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days));
}

/**
 * Removes lines from a batch that must not be stored: erased ones, and ones older than the retention. Records
 * them as dropped, so that line counts of a file stay complete.
 *
 * @param db a transaction; new erasures wait for its end.
 * @returns the remaining batch and the number of removed lines.
 */
export async function excludeErased(
  db: Database,
  batch: LineBatch,
): Promise<{ batch: LineBatch; droppedCount: number }> {
  const { workspaceId } = batch;
  await blockErasure(db, workspaceId);
  const keptSince = await findKeptSince(db, workspaceId);
  const isErased = await findErased(db, batch);
  const expired: EventLine[] = [];
  const erased: EventLine[] = [];
  const lines = batch.lines.filter((line) => {
    if (isErased?.(line)) erased.push(line);
    else if (keptSince && line.records.every(({ occurredAt }) => occurredAt < keptSince)) expired.push(line);
    else return true;
    return false;
  });
  await addDroppedLines(db, workspaceId, erased.map(placeOf), "erased");
  await addDroppedLines(db, workspaceId, expired.map(placeOf), "expired");
  return { batch: { ...batch, lines }, droppedCount: erased.length + expired.length };
}

function placeOf({ lineNumber, records: [first] }: EventLine) {
  return { ...first, lineNumber };
}

/**
 * Lines dropped once stay out, even after a longer retention: they would count twice. The clock only decides
 * until a retention was applied; then its date decides, which does not follow every step of the clock.
 */
async function findKeptSince(db: Database, workspaceId: string): Promise<Date | null> {
  const [row] = await db
    .select({
      days: retention.days,
      appliedBefore: retention.appliedBefore,
      isPending: sql<boolean>`coalesce(${retention.appliedAt} < ${retention.changedAt}, true)`,
    })
    .from(retention)
    .where(eq(retention.workspaceId, workspaceId));
  if (!row) return null;
  const since = row.days === null || !row.isPending ? null : retainedSince(row.days, new Date());
  if (!since || !row.appliedBefore) return since ?? row.appliedBefore;
  return since > row.appliedBefore ? since : row.appliedBefore;
}

/** Creates a check for lines of erased data; null without erasures. */
async function findErased(
  db: Database,
  { workspaceId, lines }: LineBatch,
): Promise<((line: EventLine) => boolean) | null> {
  const erasures = await listErasures(db, workspaceId);
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
    db,
    workspaceId,
    lines.filter((line) => !isErased(line)),
  );
  return (line) => isErased(line) || unanswered.has(line);
}

/**
 * Creates a check that tells if a text contains the name of an erased session or agent as a whole JSON
 * string; null without erasures.
 *
 * @param db a transaction; new erasures wait for its end.
 */
export async function findErasedInText(
  db: Database,
  workspaceId: string,
): Promise<((text: string) => boolean) | null> {
  await blockErasure(db, workspaceId);
  const erasures = await listErasures(db, workspaceId);
  if (!erasures) return null;
  const { sessions, agents, isWorkspaceErased } = erasures;
  const isErased = remember((name: string) => agents.has(hashName(name)) || sessions.has(hashName(name)));
  return (text) => isWorkspaceErased || namesIn(text).some(isErased);
}

/** Lists the erasures of a workspace as hashes; null without any. */
async function listErasures(db: Database, workspaceId: string) {
  const rows = await db
    .select({ kind: erasure.kind, hash: erasure.subjectSha256 })
    .from(erasure)
    .where(
      and(
        eq(erasure.workspaceId, workspaceId),
        // An erased workspace can start again, but its old files stay out.
        or(inArray(erasure.kind, ["session", "agent"]), isNull(erasure.finishedAt)),
      ),
    );
  if (rows.length === 0) return null;
  const hashesOf = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ hash }) => hash));
  return {
    sessions: hashesOf("session"),
    agents: hashesOf("agent"),
    isWorkspaceErased: hashesOf("workspace").size > 0,
  };
}

/**
 * Returns responses without a known call. After an erasure of an agent they count as its own, because nothing
 * else names the agent.
 */
async function findUnanswered(
  db: Database,
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
  if (missing.size === 0) return new Set();
  const found = await db
    .select({ eventId: handoff.eventId })
    .from(handoff)
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        isAmong(handoff.eventId, [...missing.keys()].map(toStorableText)),
      ),
    );
  for (const { eventId } of found) missing.delete(fromStorableText(eventId));
  return new Set([...missing.values()].flatMap((each) => each.map(({ line }) => line)));
}

/** Returns the agents that a record names. */
function agentsOf({ handoff: handed, compaction, usage, workflow, artifactRead, task }: SessionRecord) {
  const named = [
    ...(handed ? [handed.fromAgent, handed.toAgent] : []),
    ...(workflow?.kind === "handoff" ? [workflow.fromAgent, workflow.toAgent] : []),
    compaction?.agent,
    usage?.agent,
    artifactRead?.agent,
    task?.fromAgent,
    task?.toAgent,
  ];
  return named.filter((agent) => typeof agent === "string");
}

/**
 * Matches a JSON string that may be the name of an agent: at most 256 characters, each with up to two units
 * and twelve signs. The closing quote may open another string, so that strings after a longer one or a single
 * quote are found too.
 */
const NAME = /(?<!\\)"(?=((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u]){1,512})")/g;

/** Returns each complete string of a JSON text once, decoded, because a name may be escaped. */
function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, inside = ""] of text.matchAll(NAME)) {
    if (!standsBetween(inside)) names.add(inside.includes("\\") ? readString(inside) : inside);
  }
  return [...names];
}

/** Text that is not JSON is used as written. */
function readString(inside: string): string {
  try {
    const value: unknown = JSON.parse(`"${inside}"`);
    return typeof value === "string" ? value : inside;
  } catch {
    return inside;
  }
}

function remember(check: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const verdict = known.get(name) ?? check(name);
    known.set(name, verdict);
    return verdict;
  };
}

/** Returns true if a document belongs to or names an erased agent. */
export async function isDocumentErased(
  db: Database,
  {
    workspaceId,
    agents,
    text,
  }: { workspaceId: string; agents: readonly (string | null)[]; text: string | null },
): Promise<boolean> {
  const erasures = await listErasures(db, workspaceId);
  if (!erasures) return false;
  const names = [...agents, ...namesIn(text ?? "")];
  return (
    erasures.isWorkspaceErased || names.some((name) => name !== null && erasures.agents.has(hashName(name)))
  );
}

/** Returns which of the paths belong to completely erased files. */
export async function findErasedFiles(db: Database, workspaceId: string): Promise<(path: string) => boolean> {
  const rows = await db
    .select({ hash: erasedFile.pathSha256 })
    .from(erasedFile)
    .where(eq(erasedFile.workspaceId, workspaceId));
  if (rows.length === 0) return () => false;
  const hashes = new Set(rows.map(({ hash }) => hash));
  return (path) => hashes.has(hashName(path));
}
