import { type ListedPrice, type ModelPrice, PriceBook } from "@baton/server/pricing";
import { LISTED_PRICES } from "@baton/server/pricing/list";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { defaultModel, modelPrice } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";

/** A price that a workspace set or imported. */
interface StoredPrice extends ModelPrice {
  isImported: boolean;
  provider: string | null;
  setBy: string;
  setAt: Date;
}

/** Prices of a workspace by origin, each by model, oldest first. */
interface WorkspacePrices {
  /** Set by an owner. */
  own: StoredPrice[];
  /** From an imported list. */
  imported: (StoredPrice & ListedPrice)[];
}

/** Returns the prices that a workspace set or imported. */
export async function listWorkspacePrices(
  db: Database,
  scope: { workspaceId: string },
): Promise<WorkspacePrices> {
  const rows = await db
    .select()
    .from(modelPrice)
    .where(eq(modelPrice.workspaceId, scope.workspaceId))
    .orderBy(asc(modelPrice.model), asc(modelPrice.effectiveFrom));
  const prices = rows.map(({ workspaceId: _, ...price }) => price);
  return {
    own: prices.filter(({ isImported }) => !isImported),
    imported: prices.flatMap(({ provider, ...price }) =>
      price.isImported ? [{ ...price, provider: provider ?? "imported list" }] : [],
    ),
  };
}

/** Returns the model whose price applies to events without a model; null if the workspace chose none. */
export async function getDefaultModel(db: Database, scope: { workspaceId: string }): Promise<string | null> {
  const [row] = await db.select().from(defaultModel).where(eq(defaultModel.workspaceId, scope.workspaceId));
  return row?.model ?? null;
}

/** Returns the prices of a workspace: bundled and imported lists, before which its own prices apply. */
export async function getPriceBook(db: Database, scope: { workspaceId: string }): Promise<PriceBook> {
  const { own, imported } = await listWorkspacePrices(db, scope);
  const model = await getDefaultModel(db, scope);
  return new PriceBook({ listed: [...LISTED_PRICES, ...imported], own, defaultModel: model });
}

type PricePlace = { workspaceId: string } & Pick<ModelPrice, "model" | "effectiveFrom">;

/** Locks a price that an owner set until the transaction ends and returns it; null without one. */
export async function lockPrice(tx: Database, place: PricePlace): Promise<ModelPrice | null> {
  const [row] = await tx.select().from(modelPrice).where(isAt(place)).for("update");
  return row ?? null;
}

/** Stores the price of a model from a day on, in place of an earlier one for the same day. */
export async function upsertPrice(
  tx: Database,
  price: PricePlace & ModelPrice & { setBy: string },
): Promise<void> {
  const { workspaceId, model, effectiveFrom, ...rest } = price;
  const set = { ...rest, setAt: new Date() };
  await tx
    .insert(modelPrice)
    .values({ workspaceId, model, effectiveFrom, ...set })
    .onConflictDoUpdate({
      target: [modelPrice.workspaceId, modelPrice.model, modelPrice.effectiveFrom, modelPrice.isImported],
      set,
    });
}

/** Stores prices of an imported list, in place of imported ones for the same model and day. */
export async function upsertImportedPrices(
  tx: Database,
  { workspaceId, prices, setBy }: { workspaceId: string; prices: readonly ListedPrice[]; setBy: string },
): Promise<void> {
  const setAt = new Date();
  const rows = prices.map((price) => ({ ...price, workspaceId, isImported: true, setBy, setAt }));
  const columns = RATE_COLUMNS.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`);
  await insertRows(
    tx,
    modelPrice,
    rows,
    sql`on conflict (workspace_id, model, effective_from, is_imported) do update set ${sql.join(columns, sql`, `)}`,
  );
}

const RATE_COLUMNS = [
  "provider",
  "input_price",
  "output_price",
  "cache_write_price",
  "cache_write_1h_price",
  "cache_read_price",
  "long_context",
  "context_window",
  "set_by",
  "set_at",
];

/** Deletes a price that an owner set. */
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
    eq(modelPrice.isImported, false),
  );
}
