import type { Database } from "@baton/db";
import { type AuditActor, lockPrice, recordAudit, upsertPrice } from "@baton/db/write";
import { type ModelPrice, modelFamily, RATES } from "@baton/server/pricing";

/** Sets the price of a model from a day on, in place of an earlier one for the same day. */
export async function setPrice(
  db: Database,
  { workspaceId, actor, price }: { workspaceId: string; actor: AuditActor; price: ModelPrice },
): Promise<void> {
  const { effectiveFrom } = price;
  const model = modelFamily(price.model);
  await db.transaction(async (tx) => {
    const before = await lockPrice(tx, { workspaceId, model, effectiveFrom });
    await upsertPrice(tx, { ...price, workspaceId, model, setBy: actor.name });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "price.set",
      subject: `${model} from ${effectiveFrom}`,
      details: { before: before && ratesOf(before), after: ratesOf(price) },
    });
  });
}

/** Returns the known parts of a price, for the audit log. */
export function ratesOf(price: ModelPrice): Record<string, number> {
  const rates = RATES.flatMap((rate) => (price[rate] === null ? [] : [[rate, price[rate]] as const]));
  return Object.fromEntries(rates);
}
