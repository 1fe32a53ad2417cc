import { COMPRESSION_TARGETS } from "@baton/core";
import { LISTED_PRICES } from "@baton/core/pricing";
import {
  getDefaultModel,
  getPriceBook,
  getRollout,
  listManifestDays,
  listOwnPrices,
  listPairTraffic,
  listRuleTraffic,
  listSavingsByModel,
} from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { listPricesUsed } from "@/report/prices-used";
import { SavingsView } from "../inputs";
import { toScope } from "../savings-scope";
import { operationProcedure } from "../trpc";

export const reportRouter = {
  /** What a report has beyond what the pages of savings ask for: pairs and rules, compression by type, the prices that were used. */
  get: operationProcedure("report.get")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const { rollout } = await getRollout(ctx.db, scope);
      const [pairs, rules, usage, prices, own, defaultModel, manifests] = await Promise.all([
        listPairTraffic(ctx.db, scope),
        listRuleTraffic(ctx.db, scope),
        listSavingsByModel(ctx.db, scope),
        getPriceBook(ctx.db, scope),
        listOwnPrices(ctx.db, scope),
        getDefaultModel(ctx.db, scope),
        listManifestDays(ctx.db, { ...scope, limits: rollout.budgets }),
      ]);
      const compression = Object.entries(COMPRESSION_TARGETS).flatMap(([type, { ratio: target }]) => {
        const ofType = manifests.filter(({ artifactType }) => artifactType === type);
        const sources = ofType.reduce((sum, { detailTokens }) => sum + detailTokens, 0);
        const condensed = ofType.reduce((sum, { condensedTokens }) => sum + condensedTokens, 0);
        return condensed > 0 ? [{ type, target, ratio: sources / condensed }] : [];
      });
      return {
        pairs: pairs.sort((a, b) => b.savedTokens - a.savedTokens),
        rules: rules.sort((a, b) => b.savedTokens - a.savedTokens),
        prices: listPricesUsed(usage, prices, { own, listed: LISTED_PRICES }),
        defaultModel,
        compression,
        handoffLimit: rollout.budgets.handoffTokens,
      };
    }),
} satisfies TRPCRouterRecord;
