import { type Database, getDefaultModel } from "@baton/db";
import { type AuditActor, recordAudit, upsertDefaultModel } from "@baton/db/write";
import { modelFamily } from "@baton/server/pricing";

/** Sets the model whose price is used when an event names none. Without one, such tokens have no price. */
export async function setDefaultModel(
  db: Database,
  { workspaceId, actor, model }: { workspaceId: string; actor: AuditActor; model: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getDefaultModel(tx, { workspaceId });
    await upsertDefaultModel(tx, {
      workspaceId,
      model: model === null ? null : modelFamily(model),
      setBy: actor.name,
    });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "price.set",
      subject: "default model",
      details: { before, after: model },
    });
  });
}
