import { LISTED_PRICES, type ModelPrice, PriceBook } from "@baton/server/pricing";
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { defaultModel, modelPrice } from "../../schema/index";

/** A price that a workspace set itself. */
export interface OwnPrice extends ModelPrice {
  setBy: string;
  setAt: Date;
}

/** Returns the prices that a workspace set, by model, oldest first. */
export async function listOwnPrices(db: Database, scope: { workspaceId: string }): Promise<OwnPrice[]> {
  const rows = await db
    .select()
    .from(modelPrice)
    .where(eq(modelPrice.workspaceId, scope.workspaceId))
    .orderBy(asc(modelPrice.model), asc(modelPrice.effectiveFrom));
  return rows.map(({ workspaceId: _, ...price }) => price);
}

/** Returns the model whose price applies to events without a model; null if the workspace chose none. */
export async function getDefaultModel(db: Database, scope: { workspaceId: string }): Promise<string | null> {
  const [row] = await db.select().from(defaultModel).where(eq(defaultModel.workspaceId, scope.workspaceId));
  return row?.model ?? null;
}

/** Returns the prices of a workspace: the bundled list, overridden by the workspace's own prices. */
export async function getPriceBook(db: Database, scope: { workspaceId: string }): Promise<PriceBook> {
  const own = await listOwnPrices(db, scope);
  const model = await getDefaultModel(db, scope);
  return new PriceBook([...LISTED_PRICES, ...own], model);
}

type PricePlace = { workspaceId: string } & Pick<ModelPrice, "model" | "effectiveFrom">;

/** Locks a price that a workspace set until the transaction ends and returns it; null without one. */
export async function lockPrice(tx: Database, place: PricePlace): Promise<number | null> {
  const [row] = await tx.select().from(modelPrice).where(isAt(place)).for("update");
  return row?.inputPrice ?? null;
}

/** Stores the price of a model from a day on, in place of an earlier one for the same day. */
export async function upsertPrice(
  tx: Database,
  { inputPrice, setBy, ...place }: PricePlace & { inputPrice: number; setBy: string },
): Promise<void> {
  const set = { inputPrice, setBy, setAt: new Date() };
  await tx
    .insert(modelPrice)
    .values({ ...place, ...set })
    .onConflictDoUpdate({
      target: [modelPrice.workspaceId, modelPrice.model, modelPrice.effectiveFrom],
      set,
    });
}

/** Deletes a price that a workspace set. */
export async function deletePrice(tx: Database, place: PricePlace): Promise<void> {
  await tx.delete(modelPrice).where(isAt(place));
}

/**
 * Stores the model whose price applies to events without a model.
 * @param change.model null for none.
 */
export async function upsertDefaultModel(
  tx: Database,
  { workspaceId, model, setBy }: { workspaceId: string; model: string | null; setBy: string },
): Promise<void> {
  if (model === null) {
    await tx.delete(defaultModel).where(eq(defaultModel.workspaceId, workspaceId));
    return;
  }
  const set = { model, setBy, setAt: new Date() };
  await tx
    .insert(defaultModel)
    .values({ workspaceId, ...set })
    .onConflictDoUpdate({ target: [defaultModel.workspaceId], set });
}

function isAt({ workspaceId, model, effectiveFrom }: PricePlace) {
  return and(
    eq(modelPrice.workspaceId, workspaceId),
    eq(modelPrice.model, model),
    eq(modelPrice.effectiveFrom, effectiveFrom),
  );
}
