import type { Database } from "@baton/db";
import { type AuditActor, deletePrice, lockPrice, recordAudit } from "@baton/db/write";
import type { ModelPrice } from "@baton/server/pricing";
import { ratesOf } from "./set-price";

/**
 * Removes a price that the workspace set itself. The listed one, if any, applies again.
 *
 * @returns false if the workspace has not set this price.
 */
export async function removePrice(
  db: Database,
  {
    actor,
    ...place
  }: { workspaceId: string; actor: AuditActor } & Pick<ModelPrice, "model" | "effectiveFrom">,
): Promise<boolean> {
  const { workspaceId, model, effectiveFrom } = place;
  return db.transaction(async (tx) => {
    const before = await lockPrice(tx, place);
    if (before === null) return false;
    await deletePrice(tx, place);
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "price.set",
      subject: `${model} from ${effectiveFrom}`,
      details: { before: ratesOf(before), after: null },
    });
    return true;
  });
}
