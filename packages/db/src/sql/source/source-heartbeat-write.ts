import { lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { source, sourceMinute } from "../../schema/index";
import { addExcluded, insertRows } from "../statement/insert-rows";

/** Bytes read from a source in a minute. */
export type SourceMinute = Required<typeof sourceMinute.$inferInsert>;

/** Lag of a source in bytes, and the age of its oldest unread file in seconds. */
interface SourceLag {
  workspaceId: string;
  sourceId: number;
  bytes: number;
  seconds: number;
}

const COUNTS = ["lineCount", "byteCount", "eventCount", "quarantinedCount"] as const;

/** Older minutes are not needed for rates. */
const KEPT = sql`interval '1 day'`;

/**
 * Updates the status of sources: adds read counts to their minutes and stores the lag of each followed
 * source.
 *
 * @param lags of sources that are behind; all other followed ones are up to date.
 */
export async function recordSourceHeartbeat(
  db: Database,
  { minutes, lags }: { minutes: readonly SourceMinute[]; lags: readonly SourceLag[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (minutes.length > 0) {
      const counts = addExcluded(sourceMinute, COUNTS);
      await insertRows(
        tx,
        sourceMinute,
        minutes,
        sql`on conflict (workspace_id, source_id, minute) do update set ${counts}`,
      );
    }
    const rows = JSON.stringify(
      lags.map(({ bytes, seconds, ...key }) => ({ ...key, bytes, seconds: Math.ceil(seconds) })),
    );
    await tx.execute(sql`
      update ${source} set lag_bytes = coalesce(lag.bytes, 0), lag_seconds = coalesce(lag.seconds, 0), lag_at = now()
      from ${source} as each
      left join json_to_recordset(${rows}::text::json) as lag("workspaceId" text, "sourceId" bigint, bytes bigint, seconds bigint)
        on lag."workspaceId" = each.workspace_id and lag."sourceId" = each.source_id
      where each.workspace_id = ${source}.workspace_id and each.source_id = ${source}.source_id and ${ne(source.kind, "http")}`);
  });
}

/** Deletes minutes older than a day. */
export async function dropOldMinutes(db: Database): Promise<void> {
  await db.delete(sourceMinute).where(lt(sourceMinute.minute, sql`now() - ${KEPT}`));
}
