import { type Database, getRetention } from "@baton/db";
import { type AuditActor, recordAudit, upsertRetention } from "@baton/db/write";

/** Sets the retention of a workspace. @param change.days null keeps events forever. */
export async function setRetention(
  db: Database,
  { workspaceId, days, actor }: { workspaceId: string; days: number | null; actor: AuditActor },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getRetention(tx, { workspaceId });
    await upsertRetention(tx, { workspaceId, days, changedBy: actor.name });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "retention.set",
      subject: "events",
      details: { before: before.days, after: days, unit: "days" },
    });
  });
}
