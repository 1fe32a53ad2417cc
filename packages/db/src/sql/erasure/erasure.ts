import { toStorableText } from "@baton/server/storable-text";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { ERASURE_KINDS, erasure } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";
import { hashName } from "./erased-names";
import { lineIsOfAgent } from "./erasure-lines";

export { ERASURE_KINDS };
export type ErasureKind = (typeof ERASURE_KINDS)[number];

/** Subject of an erasure. The ID of a workspace is its own. */
export interface ErasureSubject {
  workspaceId: string;
  kind: ErasureKind;
  id: string;
}

export type Erasure = typeof erasure.$inferSelect;

/** Rows that an erasure would delete. */
interface ErasurePreview {
  sessionCount: number;
  handoffCount: number;
  eventCount: number;
}

const Preview = z.object({ sessionCount: Sum, handoffCount: Sum, eventCount: Sum });

/** Counts the rows that name the subject and would be erased, without documents and quarantined lines. */
export async function previewErasure(
  db: Database,
  { workspaceId, kind, id }: ErasureSubject,
): Promise<ErasurePreview> {
  const ofSubject = {
    session: sql`event.session_id = ${toStorableText(id)}`,
    agent: lineIsOfAgent(workspaceId, id),
    workspace: sql`true`,
  }[kind];
  const [preview] = await selectRows(
    db,
    Preview,
    sql`with lines as (
        select distinct source_file_id, generation, sequence from event
        where workspace_id = ${workspaceId} and ${ofSubject})
      select count(distinct session_id) as "sessionCount", count(*) as "eventCount",
        count(*) filter (where exists (
          select 1 from handoff where handoff.workspace_id = event.workspace_id and handoff.occurred_at = event.occurred_at
            and handoff.source_file_id = event.source_file_id and handoff.generation = event.generation
            and handoff.sequence = event.sequence and handoff.ordinal = event.ordinal)) as "handoffCount"
      from event join lines using (source_file_id, generation, sequence) where workspace_id = ${workspaceId}`,
  );
  return preview ?? { sessionCount: 0, handoffCount: 0, eventCount: 0 };
}

/** Lists finished and pending erasures of a workspace, newest first. */
export async function listErasures(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<Erasure[]> {
  return db
    .select()
    .from(erasure)
    .where(eq(erasure.workspaceId, workspaceId))
    .orderBy(desc(erasure.requestedAt), desc(erasure.erasureId))
    .limit(limit);
}

/** Lists the pending erasures of all workspaces. */
export async function listPendingErasures(db: Database): Promise<Erasure[]> {
  return db.select().from(erasure).where(isNull(erasure.finishedAt)).orderBy(erasure.requestedAt);
}

/** Inserts an erasure, or makes a finished one pending again, and returns it. From the commit on, matching data is not imported. */
export async function upsertErasure(
  tx: Database,
  { workspaceId, kind, id, requestedBy }: ErasureSubject & { requestedBy: string },
): Promise<Erasure> {
  const subject = toStorableText(id);
  const request = { subject, requestedBy, finishedAt: null };
  const [row] = await tx
    .insert(erasure)
    .values({ workspaceId, kind, subjectSha256: hashName(subject), ...request, requestedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [erasure.workspaceId, erasure.kind, erasure.subjectSha256],
      set: { ...request, requestedAt: sql`excluded.requested_at` },
    })
    .returning();
  if (!row) throw new Error("an upsert gives back its row");
  return row;
}

type ErasureKey = Pick<Erasure, "workspaceId" | "erasureId">;

/** Locks a pending erasure until the transaction ends and returns its deleted rows so far; null if it is finished. */
export async function lockPendingErasure(
  tx: Database,
  key: ErasureKey,
): Promise<Erasure["erasedRows"] | null> {
  const [row] = await tx
    .select({ erasedRows: erasure.erasedRows, finishedAt: erasure.finishedAt })
    .from(erasure)
    .where(isAt(key))
    .for("update");
  return row && !row.finishedAt ? row.erasedRows : null;
}

/** Stores how many rows an erasure has deleted so far, by table. */
export async function updateErasedRows(
  tx: Database,
  key: ErasureKey,
  erasedRows: Erasure["erasedRows"],
): Promise<void> {
  await tx.update(erasure).set({ erasedRows }).where(isAt(key));
}

/** Marks an erasure as finished and deletes the name of its subject; its hash stays. */
export async function finishErasure(tx: Database, key: ErasureKey): Promise<void> {
  await tx.update(erasure).set({ subject: null, finishedAt: sql`now()` }).where(isAt(key));
}

function isAt({ workspaceId, erasureId }: ErasureKey) {
  return and(eq(erasure.workspaceId, workspaceId), eq(erasure.erasureId, erasureId));
}
