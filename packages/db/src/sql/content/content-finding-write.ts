import { toStorableText } from "@baton/server/storable-text";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { contentFinding } from "../../schema/index";
import { bringRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";

export type NewContentFinding = Omit<typeof contentFinding.$inferInsert, "workspaceId">;

/**
 * Stores findings once. Leaves those of a handoff out if another record of it, such as the decision of a hook, has
 * findings already.
 */
export async function insertContentFindings(
  db: Database,
  workspaceId: string,
  findings: readonly NewContentFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map((finding) => ({ workspaceId, ...finding }));
  await db.execute(
    sql`insert into content_finding (${COLUMNS}) select ${COLUMNS} from (${await bringRows(db, contentFinding, rows)}) made
      where made.event_id is null or not exists (select 1 from content_finding known
        where known.workspace_id = made.workspace_id and known.event_id = made.event_id
          and (known.occurred_at, known.source_file_id, known.generation, known.sequence, known.ordinal)
            <> (made.occurred_at, made.source_file_id, made.generation, made.sequence, made.ordinal))
      on conflict do nothing`,
  );
}

const COLUMNS = sql.raw(
  [
    "workspace_id, occurred_at, source_file_id, generation, sequence, ordinal, number, session_id, event_id",
    "from_agent, to_agent, rule_id, detector, action, path, match_count, source",
  ].join(", "),
);

/** Deletes what ingest observed in handoffs whose writer's own findings replace it. */
export async function deleteObservedFindings(
  db: Database,
  workspaceId: string,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  const isOfEvent = isAmong(contentFinding.eventId, eventIds.map(toStorableText));
  await db
    .delete(contentFinding)
    .where(
      and(eq(contentFinding.workspaceId, workspaceId), eq(contentFinding.source, "observed"), isOfEvent),
    );
}
