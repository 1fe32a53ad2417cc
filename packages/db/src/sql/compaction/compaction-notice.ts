import { and, eq, or } from "drizzle-orm";
import type { Database } from "../../client";
import { compaction } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { removeFromSessions } from "../session/session-totals";
import { isAmong } from "../statement/is-among";
import { removeFromCompactionTotals } from "./compaction-totals";
import { deleteCompactions } from "./compaction-write";

/** A hook runs while its compaction ends; the transcript is written within seconds of it. */
const MAX_DISTANCE_MILLISECONDS = 5 * 60_000;

/**
 * Removes compactions reported by hooks if a transcript reports them too, in any order. The transcript names
 * no hook, so the two nearest in time within a session are the same compaction.
 *
 * @param records of a stored batch, including its totals.
 */
export async function settleNotices(
  db: Database,
  workspaceId: string,
  records: readonly ResolvedRecord[],
): Promise<void> {
  const sessionIds = new Set(
    records.flatMap(({ sessionId, record }) => (record.compaction && sessionId !== null ? [sessionId] : [])),
  );
  if (sessionIds.size === 0) return;
  const rows = await db
    .select({
      eventId: compaction.eventId,
      sessionId: compaction.sessionId,
      occurredAt: compaction.occurredAt,
      isNotice: compaction.isNotice,
    })
    .from(compaction)
    .where(
      and(
        eq(compaction.workspaceId, workspaceId),
        isAmong(compaction.sessionId, [...sessionIds]),
        or(eq(compaction.isNotice, true), eq(compaction.isNoticed, false)),
      ),
    );
  const notifications = rows.filter(({ isNotice }) => isNotice);
  if (notifications.length === 0) return;
  const pairs = notifications
    .flatMap((notification) =>
      rows.flatMap((listed) => {
        const distance = Math.abs(listed.occurredAt.getTime() - notification.occurredAt.getTime());
        const isPair = !listed.isNotice && listed.sessionId === notification.sessionId;
        return isPair && distance <= MAX_DISTANCE_MILLISECONDS ? [{ notification, listed, distance }] : [];
      }),
    )
    .sort((a, b) => a.distance - b.distance || (a.listed.eventId < b.listed.eventId ? -1 : 1));
  const settled = new Map<string, string>();
  const noticed = new Set<string>();
  for (const { notification, listed } of pairs) {
    if (settled.has(notification.eventId) || noticed.has(listed.eventId)) continue;
    settled.set(notification.eventId, listed.eventId);
    noticed.add(listed.eventId);
  }
  if (settled.size === 0) return;
  const isOne = (eventIds: Iterable<string>) =>
    and(eq(compaction.workspaceId, workspaceId), isAmong(compaction.eventId, [...eventIds]));
  await db.update(compaction).set({ isNoticed: true }).where(isOne(noticed));
  const gone = await deleteCompactions(db, isOne(settled.keys()));
  await removeFromCompactionTotals(db, workspaceId, gone);
  await removeFromSessions(db, workspaceId, { events: [], handoffs: [], compactions: gone });
}
