import { type Database, listWorkspacePrices } from "@baton/db";
import { type AuditActor, recordAudit, upsertImportedPrices } from "@baton/db/write";
import type { ListedPrice } from "@baton/server/pricing";
import { LISTED_PRICES } from "@baton/server/pricing/list";
import { listNewPrices } from "@baton/server/pricing/litellm";

/**
 * Imports a price list: stores the prices of new models and those that changed, from the day of the list on.
 * Prices that an owner set apply before them.
 *
 * @param list.source file name or address, for the audit log.
 */
export async function importPrices(
  db: Database,
  {
    workspaceId,
    actor,
    list,
  }: { workspaceId: string; actor: AuditActor; list: { source: string; prices: readonly ListedPrice[] } },
): Promise<{ readCount: number; newCount: number }> {
  return db.transaction(async (tx) => {
    const { imported } = await listWorkspacePrices(tx, { workspaceId });
    const prices = listNewPrices([...LISTED_PRICES, ...imported], list.prices);
    if (prices.length > 0) await upsertImportedPrices(tx, { workspaceId, prices, setBy: actor.name });
    const counts = { readCount: list.prices.length, newCount: prices.length };
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "price.set",
      subject: "price list",
      details: { source: list.source, ...counts },
    });
    return counts;
  });
}
