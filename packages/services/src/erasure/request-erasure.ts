import type { Database, Erasure, ErasureSubject } from "@baton/db";
import { type AuditActor, blockStoring, recordAudit, upsertErasure } from "@baton/db/write";
import { describeSubject } from "./describe-subject";

/**
 * Requests an erasure. From the commit on, matching data is not imported; `runErasures` deletes existing
 * data. Repeating a request finds data that arrived under another name, and completes an interrupted erasure.
 */
export async function requestErasure(
  db: Database,
  { workspaceId, kind, id, actor }: ErasureSubject & { actor: AuditActor },
): Promise<Erasure> {
  return db.transaction(async (tx) => {
    await blockStoring(tx, workspaceId);
    const erasure = await upsertErasure(tx, { workspaceId, kind, id, requestedBy: actor.name });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: `erase.${kind}`,
      subject: describeSubject(kind, erasure.subjectSha256),
      details: { state: "requested", sha256: erasure.subjectSha256 },
    });
    return erasure;
  });
}
