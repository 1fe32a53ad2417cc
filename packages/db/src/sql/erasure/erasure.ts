import { toStorableText } from "@baton/server/storable-text";
import { desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { ERASURE_KINDS, erasure } from "../../schema/index";
import { type AuditActor, recordAudit } from "../audit/audit-write";
import { Sum, selectRows } from "../statement/rows";
import { hashName, holdOffStoring } from "./barred-lines";
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
export interface ErasurePreview {
  sessionCount: number;
  handoffCount: number;
  eventCount: number;
}

const Preview = z.object({ sessionCount: Sum, handoffCount: Sum, eventCount: Sum });

/** Counts what would be erased, by the rows that name it; documents and bad lines come on top. */
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

/**
 * Requests an erasure. From the commit on, matching data is not imported; `runErasures` deletes existing
 * data. Repeating a request finds data that arrived under another name, and completes an interrupted erasure.
 */
export async function requestErasure(
  db: Database,
  { workspaceId, kind, id, actor }: ErasureSubject & { actor: AuditActor },
): Promise<Erasure> {
  return db.transaction(async (tx) => {
    await holdOffStoring(tx, workspaceId);
    const subject = toStorableText(id);
    const subjectSha256 = hashName(subject);
    const asked = { subject, requestedBy: actor.name, requestedAt: sql`now()`, finishedAt: null };
    const [row] = await tx
      .insert(erasure)
      .values({ workspaceId, kind, subjectSha256, ...asked })
      .onConflictDoUpdate({ target: [erasure.workspaceId, erasure.kind, erasure.subjectSha256], set: asked })
      .returning();
    if (!row) throw new Error("an upsert gives back its row");
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: `erase.${kind}`,
      subject: describeSubject(kind, subjectSha256),
      details: { state: "requested", sha256: subjectSha256 },
    });
    return row;
  });
}

/** Returns the name of an erased subject in the audit log: its hash, because the name itself must be gone. */
export function describeSubject(kind: ErasureKind, sha256: string): string {
  return `${kind} sha256:${sha256.slice(0, 16)}`;
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
