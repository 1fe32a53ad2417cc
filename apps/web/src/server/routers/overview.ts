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

/** How many of the latest rows the live feed shows. */
const FEED_LENGTH = 14;

const SplitView = SavingsView.extend({ isWhole: z.boolean().optional() });

export const overviewRouter = {
  /**
   * Savings of a range, and of each of its days (or hours) and of those of the period before it, by cause.
   */
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

  /** Pairs that save less than in the period before, and the rules in force that nothing matched. */
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

  /** Savings of each day (or hour) by rule, as many as a chart tells apart; an empty rule is the default. */
  savingsByRule: operationProcedure("overview.savingsByRule")
    .input(SplitView)
    .query(({ ctx, input }) => listSavingsByDayAndRule(ctx.db, toSplit(ctx.workspace.workspaceId, input))),

  /** Savings of each day (or hour) by pair of agents, as many as a chart tells apart. */
  savingsByPair: operationProcedure("overview.savingsByPair")
    .input(SplitView)
    .query(({ ctx, input }) => listSavingsByDayAndPair(ctx.db, toSplit(ctx.workspace.workspaceId, input))),

  /** Calls of subagents and their returns, by pair: no savings, and in no sum. */
  delegations: operationProcedure("overview.delegations")
    .input(PeriodInput)
    .query(({ ctx, input }) => listDelegationSizes(ctx.db, toPeriodScope(ctx.workspace.workspaceId, input))),

  /** The latest compactions of a range. */
  compactions: operationProcedure("overview.compactions")
    .input(PeriodInput)
    .query(({ ctx, input }) => listCompactions(ctx.db, toPeriodScope(ctx.workspace.workspaceId, input))),

  /** What came in last. */
  activity: operationProcedure("overview.activity").query(({ ctx }) =>
    listRecentActivity(ctx.db, { workspaceId: ctx.workspace.workspaceId, limit: FEED_LENGTH }),
  ),

  /** Every agent that was seen, the busiest first. */
  agents: operationProcedure("overview.agents").query(({ ctx }) =>
    listAgents(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),
} satisfies TRPCRouterRecord;
