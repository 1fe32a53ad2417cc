import { LISTED_PRICES, type ModelPrice, modelFamily, PriceBook } from "@baton/server/pricing";
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { defaultModel, modelPrice } from "../../schema/index";
import { type AuditActor, recordAudit } from "../audit/audit-write";

/** A price that a workspace set itself. */
export interface OwnPrice extends ModelPrice {
  setBy: string;
  setAt: Date;
}

/** The prices that a workspace set itself, by model, the oldest first. */
export async function listOwnPrices(db: Database, scope: { workspaceId: string }): Promise<OwnPrice[]> {
  const rows = await db
    .select()
    .from(modelPrice)
    .where(eq(modelPrice.workspaceId, scope.workspaceId))
    .orderBy(asc(modelPrice.model), asc(modelPrice.effectiveFrom));
  return rows.map(({ workspaceId: _, ...price }) => price);
}

/** The model whose price stands in where an event names none; null where a workspace chose none. */
export async function getDefaultModel(db: Database, scope: { workspaceId: string }): Promise<string | null> {
  const [row] = await db.select().from(defaultModel).where(eq(defaultModel.workspaceId, scope.workspaceId));
  return row?.model ?? null;
}

/**
 * The prices that hold in a workspace: the list that comes with
 * Baton, and over it what the workspace set itself.
 */
export async function getPriceBook(db: Database, scope: { workspaceId: string }): Promise<PriceBook> {
  const [own, model] = await Promise.all([listOwnPrices(db, scope), getDefaultModel(db, scope)]);
  return new PriceBook([...LISTED_PRICES, ...own], model);
}

/**
 * Sets what a model costs from a day on, in place of an earlier word on the same day; the audit log says so.
 */
export async function setPrice(
  db: Database,
  { workspaceId, actor, price }: { workspaceId: string; actor: AuditActor; price: ModelPrice },
): Promise<void> {
  const { effectiveFrom, inputPrice } = price;
  const model = modelFamily(price.model);
  const set = { inputPrice, setBy: actor.name, setAt: new Date() };
  await db.transaction(async (tx) => {
    const before = await lockPrice(tx, { workspaceId, model, effectiveFrom });
    await tx
      .insert(modelPrice)
      .values({ workspaceId, model, effectiveFrom, ...set })
      .onConflictDoUpdate({
        target: [modelPrice.workspaceId, modelPrice.model, modelPrice.effectiveFrom],
        set,
      });
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "price.set",
      subject: `${model} from ${effectiveFrom}`,
      details: { before, after: inputPrice },
    });
  });
}

/**
 * Takes back a price that the workspace set itself; the listed one, if there is one, holds again.
 *
 * @returns whether there was one.
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
    await tx.delete(modelPrice).where(isAt(place));
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "price.set",
      subject: `${model} from ${effectiveFrom}`,
      details: { before, after: null },
    });
    return true;
  });
}

/**
 * Chooses the model whose price stands in where an event names none;
 * null: none does, and such tokens have no price.
 */
export async function setDefaultModel(
  db: Database,
  { workspaceId, actor, model }: { workspaceId: string; actor: AuditActor; model: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getDefaultModel(tx, { workspaceId });
    if (model === null) await tx.delete(defaultModel).where(eq(defaultModel.workspaceId, workspaceId));
    else {
      const set = { model: modelFamily(model), setBy: actor.name, setAt: new Date() };
      await tx
        .insert(defaultModel)
        .values({ workspaceId, ...set })
        .onConflictDoUpdate({ target: [defaultModel.workspaceId], set });
    }
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: "price.set",
      subject: "default model",
      details: { before, after: model },
    });
  });
}

type PricePlace = { workspaceId: string } & Pick<ModelPrice, "model" | "effectiveFrom">;

/** The price that a workspace set at a place, held until the transaction ends; null where it set none. */
async function lockPrice(tx: Database, place: PricePlace): Promise<number | null> {
  const [row] = await tx.select().from(modelPrice).where(isAt(place)).for("update");
  return row?.inputPrice ?? null;
}

function isAt({ workspaceId, model, effectiveFrom }: PricePlace) {
  return and(
    eq(modelPrice.workspaceId, workspaceId),
    eq(modelPrice.model, model),
    eq(modelPrice.effectiveFrom, effectiveFrom),
  );
}
