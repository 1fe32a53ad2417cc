import type { Database } from "@baton/db";
import { type AuditActor, blockStoring, eraseMemory as eraseRow, recordAudit } from "@baton/db/write";

/**
 * Erases a memory from the database, with the texts of its lines. Its file stays, but the memory is not stored
 * again. The audit log has its hash alone.
 *
 * @returns false if it is gone.
 */
export async function eraseMemory(
  db: Database,
  { actor, ...key }: { workspaceId: string; memoryKey: string; actor: AuditActor },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await blockStoring(tx, key.workspaceId);
    const erased = await eraseRow(tx, key);
    if (!erased) return false;
    await recordAudit(tx, {
      workspaceId: key.workspaceId,
      actor,
      action: "memory.erase",
      subject: `memory sha256:${key.memoryKey.slice(0, 16)}`,
      details: { source: erased.source },
    });
    return true;
  });
}
