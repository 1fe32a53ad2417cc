import { documentOfReader, isDocumentNotice, readerOfDocument } from "@baton/core/internal";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { agent, handoff, session } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { removeFromSessions } from "../session/session-totals";
import { isAmong } from "../statement/is-among";
import { addToUngoverned, removeFromUngoverned } from "./ungoverned-write";

type Succession = typeof handoff.$inferSelect;
type Reader = typeof agent.$inferSelect;

/**
 * Finds the successors of agents that left a document, in any order in which their sessions are stored. A
 * session that reads a document continues the last session that wrote it before. It becomes its child, and the
 * first one is the receiver of the succession. A document's own note counts only if no session wrote it.
 *
 * @param records of a stored batch, including its totals.
 * @returns the IDs of the affected sessions, and of those that got another parent, as stored.
 */
export async function settleSuccessions(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<{ sessionIds: string[]; linked: string[] }> {
  const documents = listDocuments(records);
  if (documents.length === 0) return { sessionIds: [], linked: [] };
  await lockDocuments(db, workspaceId, documents);
  const told = await db
    .select()
    .from(handoff)
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        sql`kind = 'succession'`,
        isAmong(handoff.toAgentId, documents),
      ),
    )
    .orderBy(handoff.occurredAt, handoff.eventId);
  const { kept, dropped } = separateNotices(told);
  await deleteNotices(db, workspaceId, dropped);
  const readers = await db
    .select()
    .from(agent)
    .where(
      and(
        eq(agent.workspaceId, workspaceId),
        isAmong(
          agent.agentId,
          documents.flatMap((id) => readerOfDocument(id) ?? []),
        ),
      ),
    )
    .orderBy(agent.occurredAt, agent.sessionId);
  const changed = dropped.flatMap(({ sessionId }) => sessionId ?? []);
  const linked: string[] = [];
  const continued = new Set<Succession>();
  for (const reader of readers) {
    const succession = findContinued(reader, kept);
    if (!succession) continue;
    if (!continued.has(succession) && reader.name !== null) {
      await nameReceiver(db, workspaceId, succession, reader.name);
    }
    continued.add(succession);
    if (await linkSuccessor(db, workspaceId, reader, { succession, kept })) linked.push(reader.sessionId);
    changed.push(reader.sessionId, ...(succession.sessionId === null ? [] : [succession.sessionId]));
  }
  return { sessionIds: changed, linked };
}

/** The IDs of the documents that a batch was written to, or read from. */
function listDocuments(records: readonly ResolvedRecord[]): string[] {
  const ids = records.flatMap(({ record: { handoff, agents } }) => [
    handoff?.kind === "succession" ? handoff.toAgentId : null,
    ...agents.map(({ agentId }) => documentOfReader(agentId)),
  ]);
  return [...new Set(ids.flatMap((id) => (id ? [toStorableText(id)] : [])))].sort();
}

/** The writer of a document and its reader would not see each other's rows. */
async function lockDocuments(db: Database, workspaceId: string, documents: readonly string[]): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`successions of ${workspaceId} `} || document, 0))
      from json_array_elements_text(${JSON.stringify(documents)}::text::json) as document`,
  );
}

function separateNotices(told: readonly Succession[]): { kept: Succession[]; dropped: Succession[] } {
  const written = new Set(
    told.filter(({ eventId }) => !isDocumentNotice(eventId)).map(({ toAgentId }) => toAgentId),
  );
  const isDropped = ({ eventId, toAgentId }: Succession) =>
    isDocumentNotice(eventId) && written.has(toAgentId);
  return { kept: told.filter((one) => !isDropped(one)), dropped: told.filter(isDropped) };
}

async function deleteNotices(
  db: Database,
  workspaceId: string,
  dropped: readonly Succession[],
): Promise<void> {
  if (dropped.length === 0) return;
  const eventIds = dropped.map(({ eventId }) => eventId);
  await db
    .delete(handoff)
    .where(
      and(eq(handoff.workspaceId, workspaceId), sql`kind = 'succession'`, isAmong(handoff.eventId, eventIds)),
    );
  await removeFromUngoverned(db, workspaceId, dropped);
  await removeFromSessions(db, workspaceId, { events: [], handoffs: dropped, compactions: [] });
}

/** The last succession by the document that another session wrote before the reader read it. */
function findContinued(reader: Reader, told: readonly Succession[]): Succession | undefined {
  return told.findLast(
    ({ toAgentId, sessionId, occurredAt }) =>
      toAgentId !== null &&
      readerOfDocument(toAgentId) === reader.agentId &&
      sessionId !== reader.sessionId &&
      occurredAt <= reader.occurredAt,
  );
}

async function nameReceiver(
  db: Database,
  workspaceId: string,
  succession: Succession,
  toAgent: string,
): Promise<void> {
  if (succession.toAgent === toAgent) return;
  const { occurredAt, eventId } = succession;
  await db
    .update(handoff)
    .set({ toAgent })
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        eq(handoff.occurredAt, occurredAt),
        eq(handoff.eventId, eventId),
      ),
    );
  await removeFromUngoverned(db, workspaceId, [succession]);
  const fromAgent = fromStorableText(succession.fromAgent);
  const facts = { ...succession, fromAgent, toAgent: fromStorableText(toAgent) };
  await addToUngoverned(db, workspaceId, [{ occurredAt, facts }]);
}

/** A parent that another succession of the document gave is replaced, because its writer may be stored later. */
async function linkSuccessor(
  db: Database,
  workspaceId: string,
  { sessionId, agentId }: Reader,
  { succession, kept }: { succession: Succession; kept: readonly Succession[] },
): Promise<boolean> {
  if (succession.sessionId === null) return false;
  const replaceable = kept.flatMap(({ toAgentId, sessionId }) =>
    toAgentId !== null && readerOfDocument(toAgentId) === agentId && sessionId !== null ? [sessionId] : [],
  );
  const { parentSessionId } = session;
  const { rowCount } = await db
    .update(session)
    .set({ parentSessionId: succession.sessionId })
    .where(
      and(
        eq(session.workspaceId, workspaceId),
        eq(session.sessionId, sessionId),
        or(isNull(parentSessionId), inArray(parentSessionId, replaceable)),
        sql`${parentSessionId} is distinct from ${succession.sessionId}`,
      ),
    );
  return rowCount === 1;
}
