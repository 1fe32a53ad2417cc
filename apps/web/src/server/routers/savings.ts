import { CAUSES } from "@baton/core";
import { COMPRESSION_TARGETS } from "@baton/core/manifest";
import { enteringTokens } from "@baton/core/tokens";
import {
  type FindingDay,
  getPriceBook,
  getRollout,
  getSavingsHarm,
  getSavingsTotals,
  listBlockedFields,
  listCompactionDays,
  listCompactionLosses,
  listFieldGrowth,
  listManifestDays,
  listManifestErrors,
  listPairTraffic,
  listReceivedByDay,
  listReceiverModels,
  listSavedHandoffs,
  listTaskDays,
  listTaskErrors,
  listWorkflows,
  SavedHandoffCursor,
  type SavingsSeriesScope,
} from "@baton/db";
import { explainChange } from "@baton/server/savings-change";
import { SERIES_LIMIT } from "@baton/ui/charts/series";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { bucketOf } from "@/search/period";
import { isBucketKey } from "@/search/range";
import { comparedPeriod, resolveBucket } from "@/search/resolve-range";
import { SavingsView } from "../inputs";
import { keepFirst, keepSeries, LIST_LIMIT } from "../keep-first";
import { toScope } from "../savings-scope";
import { largeProcedure, operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

/** Pairs and fields to name as reasons of a change. */
const MOST_CHANGES = 8;

const BY_CODE = { nameOf: ({ code }: FindingDay) => code, weightOf: ({ count }: FindingDay) => count };

/** Target for source size ÷ manifest size, by type. */
export const RATIO_TARGETS = {
  research: COMPRESSION_TARGETS.research.ratio,
  plan: COMPRESSION_TARGETS.plan.ratio,
  implementation: COMPRESSION_TARGETS.implementation.ratio,
  handoff: COMPRESSION_TARGETS.handoff.ratio,
};

export const savingsRouter = {
  /** Returns the metrics of the tiles, of a period and of the previous one. */
  figures: operationProcedure("savings.figures")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const [now, before] = await Promise.all([
        getSavingsTotals(ctx.db, scope),
        getSavingsTotals(ctx.db, { ...scope, range: comparedPeriod(scope.range, input.compare) }),
      ]);
      return { now, before };
    }),

  /**
   * Explains the change of the net savings against the previous period by volume, size and share of each pair, the
   * fields that pass more, and signs that too much was removed.
   */
  change: largeProcedure("savings.change")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const before = comparedPeriod(scope.range, input.compare);
      const earlier = { ...scope, range: before };
      const { agent, from, to, ruleId } = scope.filter;
      const { rollout } = await getRollout(ctx.db, scope);
      const limits = rollout.budgets;
      const [pairs, pairsBefore, fields, harm, harmBefore] = await Promise.all([
        listPairTraffic(ctx.db, scope),
        listPairTraffic(ctx.db, earlier),
        listFieldGrowth(ctx.db, {
          ...scope,
          before,
          filter: { agent, from, to, ruleId },
          limit: MOST_CHANGES,
        }),
        getSavingsHarm(ctx.db, { ...scope, limits }),
        getSavingsHarm(ctx.db, { ...earlier, limits }),
      ]);
      const change = explainChange(pairs, pairsBefore);
      return {
        ...change,
        pairs: keepFirst(change.pairs, MOST_CHANGES),
        fields,
        harm,
        harmBefore,
        hasEarlier: pairsBefore.length > 0,
      };
    }),

  /**
   * Returns manifests and tasks by day (or hour) of a period,
   * and the limits of manifests.
   */
  artifacts: operationProcedure("savings.artifacts")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toSeriesScope(ctx.workspace.workspaceId, input);
      const { rollout } = await getRollout(ctx.db, scope);
      const [manifests, tasks] = await Promise.all([
        listManifestDays(ctx.db, { ...scope, limits: rollout.budgets }),
        listTaskDays(ctx.db, scope),
      ]);
      return { manifests, tasks, handoffLimit: rollout.budgets.handoffTokens, targets: RATIO_TARGETS };
    }),

  /**
   * Manifests and tasks of each day (or hour) that failed validation, by the
   * codes of errors, the most frequent of each.
   */
  errors: operationProcedure("savings.errors")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toSeriesScope(ctx.workspace.workspaceId, input);
      const [manifests, tasks] = await Promise.all([
        listManifestErrors(ctx.db, scope),
        listTaskErrors(ctx.db, scope),
      ]);
      const ofManifests = keepSeries(manifests, BY_CODE);
      const ofTasks = keepSeries(tasks, BY_CODE);
      return {
        manifests: ofManifests.first,
        tasks: ofTasks.first,
        codeCount: ofManifests.count + ofTasks.count,
      };
    }),

  /**
   * Returns the tokens receivers got by day (or hour), starting with those with the fullest windows,
   * the other parts of a window, and the windows of their models.
   */
  received: operationProcedure("savings.received")
    .input(SavingsView.extend({ isWhole: z.boolean().optional() }))
    .query(async ({ ctx, input: { isWhole, ...view } }) => {
      const scope = toSeriesScope(ctx.workspace.workspaceId, view);
      const [{ rollout }, models, prices] = await Promise.all([
        getRollout(ctx.db, scope),
        listReceiverModels(ctx.db, scope),
        getPriceBook(ctx.db, scope),
      ]);
      const { windowTokens, targetShare } = rollout.budgets;
      const lastDay = scope.range.end.toISOString().slice(0, 10);
      const windowOf = (model: string) => prices.find(model, lastDay)?.contextWindow ?? windowTokens;
      const plannedTokens = enteringTokens({ ...rollout.budgets, incomingHandoffTokens: 0 });
      return {
        ...(await listReceivedByDay(ctx.db, { ...scope, limit: isWhole ? LIST_LIMIT : SERIES_LIMIT })),
        limits: { plannedTokens, windowTokens, targetShare },
        windows: Object.fromEntries(models.map(({ toAgent, model }) => [toAgent, windowOf(model)])),
      };
    }),

  /** Returns the compactions of each day (or hour) by trigger. */
  compactions: operationProcedure("savings.compactions")
    .input(SavingsView)
    .query(({ ctx, input }) => listCompactionDays(ctx.db, toSeriesScope(ctx.workspace.workspaceId, input))),

  /** Returns the facts before the compactions of each day (or hour), and those kept. */
  compactionLosses: operationProcedure("savings.compactionLosses")
    .input(SavingsView)
    .query(({ ctx, input }) => listCompactionLosses(ctx.db, toSeriesScope(ctx.workspace.workspaceId, input))),

  /** Lists the fields that were blocked most. */
  blockedFields: operationProcedure("savings.blockedFields")
    .input(SavingsView)
    .query(({ ctx, input }) => listBlockedFields(ctx.db, toScope(ctx.workspace.workspaceId, input))),

  /**
   * Returns a page of the handoffs behind a metric, newest first. `at`
   * limits the range to one day or hour.
   */
  handoffs: operationProcedure("savings.handoffs")
    .input(
      SavingsView.extend({
        at: z.string().refine(isBucketKey, "a day or an hour, such as 2026-11-01T14").optional(),
        cause: z.enum(CAUSES).optional(),
        observed: z.boolean().optional(),
        cursor: SavedHandoffCursor.nullish(),
      }),
    )
    .query(({ ctx, input: { at, cause, observed, cursor, ...view } }) => {
      const scope = toScope(ctx.workspace.workspaceId, view);
      const range = at === undefined ? scope.range : resolveBucket(at, view.tz);
      return listSavedHandoffs(ctx.db, {
        ...scope,
        range,
        cause,
        isObserved: observed,
        cursor: cursor ?? undefined,
        limit: PAGE_SIZE,
      });
    }),

  /** Lists the workflows to filter by, newest first. */
  workflows: operationProcedure("savings.workflows").query(({ ctx }) =>
    listWorkflows(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),
} satisfies TRPCRouterRecord;

function toSeriesScope(workspaceId: string, view: SavingsView): SavingsSeriesScope {
  const scope = toScope(workspaceId, view);
  return { ...scope, bucket: bucketOf(scope.range) };
}
