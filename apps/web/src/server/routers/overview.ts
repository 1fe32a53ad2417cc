import {
  getBaselinePolicy,
  getSavings,
  listAgents,
  listCompactions,
  listDelegationSizes,
  listPairTraffic,
  listRecentActivity,
  listRuleTraffic,
  listSavingsByDay,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
} from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { findFallenPairs } from "@/features/savings/overview/fallen-pairs";
import { bucketOf } from "@/search/period";
import { listBuckets, periodBefore } from "@/search/resolve-range";
import { PeriodInput, SavingsView } from "../inputs";
import { readPolicy } from "../policy-content";
import { toPeriodScope, toScope } from "../savings-scope";
import { toSplit } from "../split-scope";
import { largeProcedure, operationProcedure } from "../trpc";

/** Number of latest rows in the live feed. */
const FEED_LENGTH = 14;

const SplitView = SavingsView.extend({ isWhole: z.boolean().optional() });

export const overviewRouter = {
  /** Returns the savings of a period, of each day (or hour) in it and in the previous period, by cause. */
  savings: operationProcedure("overview.savings")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const before = { ...scope, range: periodBefore(scope.range) };
      const bucket = bucketOf(scope.range);
      const [sums, points, pointsBefore] = await Promise.all([
        getSavings(ctx.db, scope),
        listSavingsByDay(ctx.db, { ...scope, bucket }),
        listSavingsByDay(ctx.db, { ...before, bucket }),
      ]);
      return {
        period: scope.range,
        bucket,
        buckets: listBuckets(scope.range, bucket),
        points,
        sums,
        pointsBefore,
        bucketsBefore: listBuckets(before.range, bucket),
      };
    }),

  /** Lists pairs that save less than in the previous period, and live rules without a match. */
  worse: largeProcedure("overview.worse")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const [now, before, traffic, policy] = await Promise.all([
        listPairTraffic(ctx.db, scope),
        listPairTraffic(ctx.db, { ...scope, range: periodBefore(scope.range) }),
        listRuleTraffic(ctx.db, { ...scope, filter: {} }),
        getBaselinePolicy(ctx.db, scope),
      ]);
      const parsed = policy && readPolicy(policy);
      const rules = parsed?.ok ? parsed.policy.agent_handoff_rules : [];
      const matched = new Set(traffic.map(({ ruleId }) => ruleId));
      return {
        pairs: findFallenPairs(now, before),
        hasEarlier: before.length > 0,
        ruleCount: rules.length,
        idleRules: rules.map(({ rule_id }) => rule_id).filter((ruleId) => !matched.has(ruleId)),
      };
    }),

  /**
   * Returns the savings of each day (or hour) by rule, up to the chart's limit; an empty rule is the default.
   */
  savingsByRule: operationProcedure("overview.savingsByRule")
    .input(SplitView)
    .query(({ ctx, input }) => listSavingsByDayAndRule(ctx.db, toSplit(ctx.workspace.workspaceId, input))),

  /** Returns the savings of each day (or hour) by pair of agents, up to the chart's limit. */
  savingsByPair: operationProcedure("overview.savingsByPair")
    .input(SplitView)
    .query(({ ctx, input }) => listSavingsByDayAndPair(ctx.db, toSplit(ctx.workspace.workspaceId, input))),

  /** Lists delegations and their returns by pair. They are not savings and not in any total. */
  delegations: operationProcedure("overview.delegations")
    .input(PeriodInput)
    .query(({ ctx, input }) => listDelegationSizes(ctx.db, toPeriodScope(ctx.workspace.workspaceId, input))),

  /** Lists the latest compactions of a range. */
  compactions: operationProcedure("overview.compactions")
    .input(PeriodInput)
    .query(({ ctx, input }) => listCompactions(ctx.db, toPeriodScope(ctx.workspace.workspaceId, input))),

  /** Lists the latest rows. */
  activity: operationProcedure("overview.activity").query(({ ctx }) =>
    listRecentActivity(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: FEED_LENGTH }),
  ),

  /** Lists every agent with handoffs, busiest first. */
  agents: operationProcedure("overview.agents").query(({ ctx }) =>
    listAgents(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),
} satisfies TRPCRouterRecord;
