import { groupBy } from "@baton/core/internal";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { contentFinding } from "../../schema/index";
import { positionKey } from "../line/position";
import { insertRows } from "../statement/insert-rows";
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
  const recorded = await listRecorded(db, workspaceId, findings);
  const rows = findings
    .filter(({ eventId, ...place }) => {
      const others = eventId ? (recorded.get(toStorableText(eventId)) ?? []) : [];
      return others.every((other) => positionKey(other) === positionKey(place));
    })
    .map((finding) => ({ workspaceId, ...finding }));
  if (rows.length > 0) await insertRows(db, contentFinding, rows, sql`on conflict do nothing`);
}

/** Returns the places of known findings by their handoff, of the handoffs of new findings. */
async function listRecorded(db: Database, workspaceId: string, findings: readonly NewContentFinding[]) {
  const eventIds = findings.flatMap(({ eventId }) => (eventId ? [toStorableText(eventId)] : []));
  if (eventIds.length === 0) return new Map<string | null, never[]>();
  const { eventId, occurredAt, sourceFileId, generation, sequence, ordinal } = contentFinding;
  const known = await db
    .selectDistinct({ eventId, occurredAt, sourceFileId, generation, sequence, ordinal })
    .from(contentFinding)
    .where(and(eq(contentFinding.workspaceId, workspaceId), isAmong(eventId, [...new Set(eventIds)])));
  return groupBy(known, (one) => one.eventId);
}

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
