import { and, eq, or } from "drizzle-orm";
import type { Database } from "../../client";
import { compaction } from "../../schema/index";
import type { ResolvedRecord } from "../line/line-batch";
import { removeFromSessions } from "../session/session-sums";
import { isAmong } from "../statement/is-among";
import { removeFromCompactionSums } from "./compaction-sums";
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
      rows.flatMap((told) => {
        const distance = Math.abs(told.occurredAt.getTime() - notice.occurredAt.getTime());
        const isPair = !told.isNotice && told.sessionId === notice.sessionId;
        return isPair && distance <= MAX_DISTANCE_MILLISECONDS ? [{ notice, told, distance }] : [];
      }),
    )
    .sort((a, b) => a.distance - b.distance || (a.told.eventId < b.told.eventId ? -1 : 1));
  const settled = new Map<string, string>();
  const noticed = new Set<string>();
  for (const { notice, told } of pairs) {
    if (settled.has(notice.eventId) || noticed.has(told.eventId)) continue;
    settled.set(notice.eventId, told.eventId);
    noticed.add(told.eventId);
  }
  if (settled.size === 0) return;
  const isOne = (eventIds: Iterable<string>) =>
    and(eq(compaction.workspaceId, workspaceId), isAmong(compaction.eventId, [...eventIds]));
  await db.update(compaction).set({ isNoticed: true }).where(isOne(noticed));
  const gone = await deleteCompactions(db, isOne(settled.keys()));
  await removeFromCompactionSums(db, workspaceId, gone);
  await removeFromSessions(db, workspaceId, { events: [], handoffs: [], compactions: gone });
}
