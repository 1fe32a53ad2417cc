import { getCallHabits, getDefaultModel, listModels, listWorkspacePrices } from "@baton/db";
import { type ListedPrice, ModelPrice, modelFamily, PriceBook } from "@baton/server/pricing";
import { LISTED_PRICES, PRICE_SOURCE } from "@baton/server/pricing/list";
import { readLiteLlmPrices } from "@baton/server/pricing/litellm";
import { importPrices } from "@baton/services/price/import-prices";
import { removePrice } from "@baton/services/price/remove-price";
import { setDefaultModel } from "@baton/services/price/set-default-model";
import { setPrice } from "@baton/services/price/set-price";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { keepFirst } from "../keep-first";
import { operationProcedure } from "../trpc";

const Model = ModelPrice.shape.model.transform(modelFamily);

/** Largest price file, in characters; LiteLLM's has two million. */
const MAX_PRICE_FILE = 8_000_000;

export const pricesRouter = {
  /**
   * Lists all current prices by model and day, the default model, the models without a price in past handoffs and
   * calls, and how models count compared with Baton, by their latest calls.
   */
  list: operationProcedure("prices.list").query(async ({ ctx }) => {
    const scope = { workspaceId: ctx.workspace.workspaceId };
    const [{ own, imported }, defaultModel, models, habits] = await Promise.all([
      listWorkspacePrices(ctx.db, scope),
      getDefaultModel(ctx.db, scope),
      listModels(ctx.db, scope),
      getCallHabits(ctx.db, { ...scope, before: new Date() }),
    ]);
    const ownKeys = new Set(own.map(keyOf));
    const listed = [
      ...LISTED_PRICES,
      ...imported.map(({ setBy: _, setAt: __, isImported: ___, ...price }) => price),
    ].map((price) => ({ ...price, isOverridden: ownKeys.has(keyOf(price)) }));
    const book = new PriceBook({ listed, own });
    const unpriced = [...new Set(models.filter((model) => !book.has(model)).map(modelFamily))].sort();
    const calibrations = [...habits.ofModel].flatMap(([model, { calibration }]) =>
      calibration ? [{ model, ...calibration }] : [],
    );
    const source = { name: PRICE_SOURCE.name, date: PRICE_SOURCE.date };
    return { own, listed, defaultModel, unpriced: keepFirst(unpriced, 50), calibrations, source };
  }),

  /** Sets the price of a model from a day on. */
  set: operationProcedure("prices.set")
    .input(ModelPrice.extend({ model: Model }))
    .mutation(({ ctx, input: { workspace: _, ...price } }) =>
      ctx.inRole((tx) => setPrice(tx, { workspaceId: ctx.workspace.workspaceId, actor: ctx.user, price })),
    ),

  /** Imports a price file of LiteLLM: the prices that are new or changed, from the day on. */
  import: operationProcedure("prices.import")
    .input(z.object({ file: z.string().max(MAX_PRICE_FILE), name: z.string().max(500), day: z.iso.date() }))
    .mutation(({ ctx, input: { file, name, day } }) => {
      const prices = readPriceFile(file, day);
      const { workspaceId } = ctx.workspace;
      return ctx.inRole((tx) =>
        importPrices(tx, { workspaceId, actor: ctx.user, list: { source: name, prices } }),
      );
    }),

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

function readPriceFile(file: string, day: string): ListedPrice[] {
  const json = parseJson(file);
  const prices = json === undefined ? null : readLiteLlmPrices(json, day);
  if (prices) return prices;
  throw new TRPCError({
    code: "BAD_REQUEST",
    message: "The file is not LiteLLM’s price file. Choose model_prices_and_context_window.json.",
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyOf({ model, effectiveFrom }: ModelPrice): string {
  return `${modelFamily(model)} ${effectiveFrom}`;
}
