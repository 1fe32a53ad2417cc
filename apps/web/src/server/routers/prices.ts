import { getDefaultModel, listModels, listOwnPrices } from "@baton/db";
import { LISTED_PRICES, ModelPrice, modelFamily } from "@baton/server/pricing";
import { removePrice } from "@baton/services/price/remove-price";
import { setDefaultModel } from "@baton/services/price/set-default-model";
import { setPrice } from "@baton/services/price/set-price";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { keepFirst } from "../keep-first";
import { operationProcedure } from "../trpc";

const Model = ModelPrice.shape.model.transform(modelFamily);

export const pricesRouter = {
  /**
   * Lists all current prices by model and day, the default model, and the models without a
   * price in past handoffs.
   */
  list: operationProcedure("prices.list").query(async ({ ctx }) => {
    const scope = { workspaceId: ctx.workspace.workspaceId };
    const [own, defaultModel, models] = await Promise.all([
      listOwnPrices(ctx.db, scope),
      getDefaultModel(ctx.db, scope),
      listModels(ctx.db, scope),
    ]);
    const ownKeys = new Set(own.map(keyOf));
    const listed = LISTED_PRICES.map((price) => ({ ...price, isOverridden: ownKeys.has(keyOf(price)) }));
    const known = new Set([...own, ...LISTED_PRICES].map(({ model }) => model));
    const unpriced = [...new Set(models.map(modelFamily))].filter((model) => !known.has(model)).sort();
    return { own, listed, defaultModel, unpriced: keepFirst(unpriced, 50) };
  }),

  /** Sets the price of a model from a day on. */
  set: operationProcedure("prices.set")
    .input(ModelPrice.extend({ model: Model }))
    .mutation(({ ctx, input: { workspace: _, ...price } }) =>
      ctx.inRole((tx) => setPrice(tx, { workspaceId: ctx.workspace.workspaceId, actor: ctx.user, price })),
    ),

  /** Removes a price that the workspace set itself. */
  remove: operationProcedure("prices.remove")
    .input(ModelPrice.pick({ model: true, effectiveFrom: true }).extend({ model: Model }))
    .mutation(async ({ ctx, input: { model, effectiveFrom } }) => {
      const place = { workspaceId: ctx.workspace.workspaceId, model, effectiveFrom };
      if (await ctx.inRole((tx) => removePrice(tx, { actor: ctx.user, ...place }))) return;
      throw new TRPCError({ code: "NOT_FOUND", message: "Price not found. It may have been removed." });
    }),

  /** Sets the model whose price is used if an event names none. */
  setDefaultModel: operationProcedure("prices.setDefaultModel")
    .input(z.object({ model: Model.nullable() }))
    .mutation(({ ctx, input: { model } }) =>
      ctx.inRole((tx) =>
        setDefaultModel(tx, { workspaceId: ctx.workspace.workspaceId, actor: ctx.user, model }),
      ),
    ),
} satisfies TRPCRouterRecord;

function keyOf({ model, effectiveFrom }: ModelPrice): string {
  return `${modelFamily(model)} ${effectiveFrom}`;
}
