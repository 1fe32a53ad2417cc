import {
  getCallHabits,
  getDefaultModel,
  getRollout,
  listDailyUsage,
  listManifestDays,
  listPairTraffic,
  listRuleTraffic,
  listSavingsByModel,
  listWorkspacePrices,
} from "@baton/db";
import { PriceBook } from "@baton/server/pricing";
import { LISTED_PRICES } from "@baton/server/pricing/list";
import { netOf, type SavedTokens } from "@baton/server/savings";
import type { TRPCRouterRecord } from "@trpc/server";
import { compressionByType } from "@/features/savings/artifact-charts";
import { listPricesUsed } from "@/features/savings/report/prices-used";
import type { Period } from "@/search/period";
import { comparedPeriod } from "@/search/resolve-range";
import { compareUsage } from "../compare-usage";
import { SavingsView } from "../inputs";
import { keepFirst } from "../keep-first";
import { toScope } from "../savings-scope";
import { operationProcedure } from "../trpc";
import { RATIO_TARGETS } from "./savings";

export const reportRouter = {
  /**
   * Returns the report's additions to the savings pages: model calls, pairs and rules,
   * compression by type, the prices used.
   */
  get: operationProcedure("report.get")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const { rollout } = await getRollout(ctx.db, scope);
      const { workspaceId, range } = scope;
      const before = comparedPeriod(range, input.compare);
      const listCalls = (period: Period) =>
        listDailyUsage(ctx.db, { workspaceId, range: period, by: ["agent"] });
      const [calls, callsBefore, pairs, rules, saved, habits, { own, imported }, defaultModel, manifests] =
        await Promise.all([
          listCalls(range),
          listCalls(before),
          listPairTraffic(ctx.db, scope),
          listRuleTraffic(ctx.db, scope),
          listSavingsByModel(ctx.db, scope),
          getCallHabits(ctx.db, { workspaceId, before: range.end }),
          listWorkspacePrices(ctx.db, scope),
          getDefaultModel(ctx.db, scope),
          listManifestDays(ctx.db, { ...scope, limits: rollout.budgets }),
        ]);
      const listed = [...LISTED_PRICES, ...imported];
      const prices = new PriceBook({ listed, own, defaultModel });
      const compression = compressionByType(manifests, RATIO_TARGETS).flatMap(({ type, target, value }) =>
        value === null ? [] : [{ type, target, ratio: value }],
      );
      return {
        usage: compareUsage(calls, { period: before, calls: callsBefore }, prices),
        pairs: keepFirst(pairs.sort(mostSavedFirst), 10),
        rules: keepFirst(rules.sort(mostSavedFirst), 10),
        prices: listPricesUsed(saved, prices, { own, listed, habits }),
        defaultModel,
        compression,
        handoffLimit: rollout.budgets.handoffTokens,
      };
    }),
} satisfies TRPCRouterRecord;

function mostSavedFirst(a: SavedTokens, b: SavedTokens): number {
  return netOf(b) - netOf(a);
}
