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
  const notices = rows.filter(({ isNotice }) => isNotice);
  if (notices.length === 0) return;
  const pairs = notices
    .flatMap((notice) =>
      rows.flatMap((recorded) => {
        const distance = Math.abs(recorded.occurredAt.getTime() - notice.occurredAt.getTime());
        const isPair = !recorded.isNotice && recorded.sessionId === notice.sessionId;
        return isPair && distance <= MAX_DISTANCE_MILLISECONDS ? [{ notice, recorded, distance }] : [];
      }),
    )
    .sort((a, b) => a.distance - b.distance || (a.recorded.eventId < b.recorded.eventId ? -1 : 1));
  const settled = new Map<string, string>();
  const noticed = new Set<string>();
  for (const { notice, recorded } of pairs) {
    if (settled.has(notice.eventId) || noticed.has(recorded.eventId)) continue;
    settled.set(notice.eventId, recorded.eventId);
    noticed.add(recorded.eventId);
  }
  if (settled.size === 0) return;
  const isOne = (eventIds: Iterable<string>) =>
    and(eq(compaction.workspaceId, workspaceId), isAmong(compaction.eventId, [...eventIds]));
  await db.update(compaction).set({ isNoticed: true }).where(isOne(noticed));
  const gone = await deleteCompactions(db, isOne(settled.keys()));
  await removeFromCompactionTotals(db, workspaceId, gone);
  await removeFromSessions(db, workspaceId, { events: [], handoffs: [], compactions: gone });
}
