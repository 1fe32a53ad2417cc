import type { Database } from "@baton/db";
import { type AuditActor, recordAudit, updateMemory } from "@baton/db/write";

export interface MemoryChange {
  workspaceId: string;
  memoryKey: string;
  /** Null: those of the source. */
  tags: string[] | null;
  expiresAt: Date | null;
  actor: AuditActor;
}

/**
 * Changes tags and expiry of a memory in Baton, never in its file.
 *
 * @returns false if it is gone.
 */
export async function changeMemory(db: Database, { actor, ...change }: MemoryChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await updateMemory(tx, change);
    if (!changed) return false;
    const { workspaceId, memoryKey, tags, expiresAt } = change;
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "memory.change",
      subject: memoryKey.slice(0, 16),
      details: { tags, expires_at: expiresAt?.toISOString() ?? null },
    });
    return true;
  });
}
