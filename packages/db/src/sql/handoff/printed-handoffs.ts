import { isPrintedHandoff, isRolloutHandoff } from "@baton/core/internal";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { handoff } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { removeFromSessions } from "../session/session-totals";
import { isAmong } from "../statement/is-among";
import { removeFromUngoverned } from "./ungoverned-write";

/**
 * Removes the handoffs that `codex exec` printed if the rollout of their session has its own, in any order of
 * the files.
 *
 * @param records of a stored batch, including its totals. `upsertAgents` has locked their sessions.
 * @returns the IDs of the affected sessions, as stored.
 */
export async function replacePrintedHandoffs(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<string[]> {
  const sessionIds = new Set(
    records.flatMap(({ sessionId, eventId, record }) =>
      sessionId !== null && record.handoff && (isPrintedHandoff(eventId) || isRolloutHandoff(eventId))
        ? [toStorableText(sessionId)]
        : [],
    ),
  );
  if (sessionIds.size === 0) return [];
  const isOfSessions = and(eq(handoff.workspaceId, workspaceId), isAmong(handoff.sessionId, [...sessionIds]));
  const stored = await db
    .select({ eventId: handoff.eventId, sessionId: handoff.sessionId })
    .from(handoff)
    .where(isOfSessions);
  const hasRollout = new Set(
    stored.flatMap(({ eventId, sessionId }) => (isRolloutHandoff(eventId) ? [sessionId] : [])),
  );
  const replaced = stored.filter(
    ({ eventId, sessionId }) => isPrintedHandoff(eventId) && hasRollout.has(sessionId),
  );
  if (replaced.length === 0) return [];
  const eventIds = replaced.map(({ eventId }) => eventId);
  const deleted = await db
    .delete(handoff)
    .where(and(isOfSessions, isAmong(handoff.eventId, eventIds)))
    .returning();
  await removeFromUngoverned(db, workspaceId, deleted);
  await removeFromSessions(db, workspaceId, { events: [], handoffs: deleted, compactions: [] });
  return deleted.flatMap(({ sessionId }) => sessionId ?? []);
}
