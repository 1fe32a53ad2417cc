import {
  getBaselinePolicy,
  getPriceBook,
  getRecorded,
  getSavings,
  getSummarizerCost,
  listAgents,
  listCompactionDays,
  listCompactions,
  listDailyUsage,
  listDelegationSizes,
  listPairTraffic,
  listRecentActivity,
  listRuleTraffic,
  listSavingsByDay,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
  listUngovernedKinds,
  sumContentFindings,
} from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { sumCompactions } from "@/features/savings/compaction-chart";
import { findFallenPairs } from "@/features/savings/overview/fallen-pairs";
import { bucketOf } from "@/search/period";
import { comparedPeriod, listBuckets, monthsCompared, periodBefore } from "@/search/resolve-range";
import { PeriodInput, SavingsView } from "../inputs";
import { isRecorded } from "../is-recorded";
import { keepFirst } from "../keep-first";
import { readPolicy } from "../policy-content";
import { toPeriodScope, toScope } from "../savings-scope";
import { toSplit } from "../split-scope";
import { largeProcedure, operationProcedure } from "../trpc";
import { sumUsage, usageByAgent, usageByDay } from "../usage-dto";

/** Number of latest rows in the live feed. */
const FEED_LENGTH = 14;

const SplitView = SavingsView.extend({ isWhole: z.boolean().optional() });

/** Agents and models in the usage table of the Overview. */
const MOST_AGENTS = 50;
/** Sums of content findings by rule and pair. */
const MOST_SUMS = 50;

export const overviewRouter = {
  /** Returns what the workspace has ever recorded, which decides about the panels of its pages. */
  recorded: operationProcedure("overview.recorded").query(({ ctx }) =>
    getRecorded(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Returns what agents did in a period without a policy: handoffs by kind, compactions and model calls. */
  work: operationProcedure("overview.work")
    .input(PeriodInput)
    .query(async ({ ctx, input }) => {
      const scope = toPeriodScope(ctx.workspace.workspaceId, input);
      const before = { ...scope, range: periodBefore(scope.range) };
      const bucket = bucketOf(scope.range);
      const [prices, kinds, kindsBefore, compactions, calls, callsBefore] = await Promise.all([
        getPriceBook(ctx.db, scope),
        listUngovernedKinds(ctx.db, scope),
        listUngovernedKinds(ctx.db, before),
        listCompactionDays(ctx.db, { ...scope, filter: {}, bucket }),
        listDailyUsage(ctx.db, { ...scope, by: ["agent"], bucket }),
        listDailyUsage(ctx.db, { ...before, by: ["agent"], bucket }),
      ]);
      const agents = usageByAgent(calls, prices);
      return {
        period: scope.range,
        bucket,
        buckets: listBuckets(scope.range, bucket),
        kinds,
        kindsBefore,
        compactions: sumCompactions(compactions),
        usage: sumUsage(calls, prices),
        usageBefore: sumUsage(callsBefore, prices),
        isFair: isRecorded(before.range, callsBefore),
        agents: agents.slice(0, MOST_AGENTS),
        agentCount: agents.length,
        days: usageByDay(calls, prices),
      };
    }),

  /** Returns the savings of a period, of each day (or hour) in it and in the previous period, by cause. */
  savings: operationProcedure("overview.savings")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const before = { ...scope, range: comparedPeriod(scope.range, input.compare) };
      const bucket = bucketOf(scope.range);
      const [sums, points, pointsBefore, summarizing] = await Promise.all([
        getSavings(ctx.db, scope),
        listSavingsByDay(ctx.db, { ...scope, bucket }),
        listSavingsByDay(ctx.db, { ...before, bucket }),
        getSummarizerCost(ctx.db, scope),
      ]);
      return {
        period: scope.range,
        bucket,
        buckets: listBuckets(scope.range, bucket),
        points,
        sums,
        summarizing,
        pointsBefore,
        bucketsBefore: listBuckets(before.range, bucket),
        before: before.range,
        monthsBack: input.compare === undefined ? monthsCompared(scope.range) : null,
        isChosen: input.compare !== undefined,
      };
    }),

  /** Lists pairs that save less than in the previous period, and live rules without a match. */
  worse: largeProcedure("overview.worse")
    .input(SavingsView)
    .query(async ({ ctx, input }) => {
      const scope = toScope(ctx.workspace.workspaceId, input);
      const [now, before, traffic, policy] = await Promise.all([
        listPairTraffic(ctx.db, scope),
        listPairTraffic(ctx.db, { ...scope, range: comparedPeriod(scope.range, input.compare) }),
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

  /** Sums what content rules found in a period, by rule and pair, most matches first. */
  contentFindings: operationProcedure("overview.contentFindings")
    .input(PeriodInput)
    .query(async ({ ctx, input }) => {
      const { workspaceId, range } = toPeriodScope(ctx.workspace.workspaceId, input);
      return keepFirst(
        await sumContentFindings(ctx.db, { workspaceId, ...range, limit: MOST_SUMS + 1 }),
        MOST_SUMS,
      );
    }),

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
