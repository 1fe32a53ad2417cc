import { foldKey } from "@baton/core/internal";
import {
  getPriceBook,
  getWorkflow,
  listContentFindings,
  listDailyUsage,
  listFieldFlows,
  listFieldNames,
  listLatestSessionsOfPairs,
  listLatestSessionsOfRule,
  listLeaks,
  listPairKinds,
  listRuleTraffic,
  listSessionsOfWorkflow,
  listWorkflowManifests,
  listWorkflowReads,
  nameOfField,
  searchWorkflows,
} from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { PeriodInput } from "../inputs";
import { keepFirst } from "../keep-first";
import { readRuleHistory } from "../rule-history";
import { toPeriodScope } from "../savings-scope";
import { largeProcedure, operationProcedure } from "../trpc";
import { usageByModel } from "../usage-by-model";

/** Rows of a list. One more is read, to know if there are more. */
const MOST_ROWS = 500;
/** Number of pairs whose latest handoffs are read for the sessions of an agent. */
const MOST_PAIRS = 60;
const FEW_SESSIONS = 20;
/** Leaks or content findings of a page. */
const FEW_LEAKS = 50;

/** Selects the traffic of a field, an agent, a pair or a rule. An empty rule means "no rule, the default applied". */
const TrafficView = PeriodInput.extend({
  field: z.string().max(2_000).optional(),
  agent: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  rule: z.string().optional(),
});
type TrafficView = z.infer<typeof TrafficView>;

const Search = z.object({ search: z.string().max(200).optional() });

function toTrafficScope(workspaceId: string, { range, tz, field, agent, from, to, rule }: TrafficView) {
  return {
    ...toPeriodScope(workspaceId, { range, tz }),
    filter: { field, agent, from, to, ruleId: rule },
    limit: MOST_ROWS + 1,
  };
}

/** Traffic of agents, fields, pairs, rules and workflows, across sessions. */
export const trafficRouter = {
  /** Fields by name, most handoffs first. */
  fieldNames: operationProcedure("traffic.fieldNames")
    .input(PeriodInput.extend(Search.shape))
    .query(async ({ ctx, input: { search, ...view } }) => {
      const scope = toTrafficScope(ctx.workspace.workspaceId, view);
      return keepFirst(await listFieldNames(ctx.db, { ...scope, search: search?.trim() }), MOST_ROWS);
    }),

  /** Fields by pair, rule and outcome, blocked ones first. */
  fields: operationProcedure("traffic.fields")
    .input(TrafficView)
    .query(async ({ ctx, input }) =>
      keepFirst(await listFieldFlows(ctx.db, toTrafficScope(ctx.workspace.workspaceId, input)), MOST_ROWS),
    ),

  /** Pairs of agents by kind of handoff, most handoffs first. */
  pairs: operationProcedure("traffic.pairs")
    .input(TrafficView)
    .query(async ({ ctx, input }) =>
      keepFirst(await listPairKinds(ctx.db, toTrafficScope(ctx.workspace.workspaceId, input)), MOST_ROWS),
    ),

  /** Enforced handoffs by rule, most handoffs first; an empty rule is the default. */
  rules: operationProcedure("traffic.rules")
    .input(TrafficView)
    .query(async ({ ctx, input }) => {
      const rules = await listRuleTraffic(ctx.db, toTrafficScope(ctx.workspace.workspaceId, input));
      return keepFirst(
        rules
          .filter(({ handoffCount }) => handoffCount > 0)
          .toSorted((a, b) => b.handoffCount - a.handoffCount),
        MOST_ROWS,
      );
    }),

  /** Lists what content rules found in the texts of an agent or a pair, newest first. */
  contentFindings: operationProcedure("traffic.contentFindings")
    .input(TrafficView)
    .query(async ({ ctx, input: { range, tz, agent, from, to } }) => {
      const { workspaceId, range: span } = toPeriodScope(ctx.workspace.workspaceId, { range, tz });
      const query = { workspaceId, ...span, agent, from, to, limit: FEW_LEAKS };
      const { findings, nextCursor } = await listContentFindings(ctx.db, query);
      return { first: findings, count: findings.length + (nextCursor ? 1 : 0) };
    }),

  /** The latest leaks, newest first. */
  leaks: operationProcedure("traffic.leaks")
    .input(TrafficView)
    .query(async ({ ctx, input: { field, agent, from, to, rule, ...period } }) => {
      const { workspaceId, range } = toPeriodScope(ctx.workspace.workspaceId, period);
      const { leaks, nextCursor } = await listLeaks(ctx.db, {
        workspaceId,
        start: range.start,
        end: range.end,
        agent,
        ruleId: rule,
        limit: FEW_LEAKS,
        name: field === undefined ? undefined : foldKey(nameOfField(field)),
        pair: from === undefined || to === undefined ? undefined : { from, to },
      });
      return { first: leaks, count: leaks.length + (nextCursor ? 1 : 0) };
    }),

  /** The sessions with the latest such handoffs, newest first. */
  sessions: operationProcedure("traffic.sessions")
    .input(TrafficView)
    .query(async ({ ctx, input }) => {
      const scope = toTrafficScope(ctx.workspace.workspaceId, input);
      const { workspaceId, range } = scope;
      const query = { workspaceId, end: range.end, limit: FEW_SESSIONS };
      if (input.rule !== undefined) return listLatestSessionsOfRule(ctx.db, { ...query, ruleId: input.rule });
      const pairs = await listPairKinds(ctx.db, { ...scope, limit: MOST_PAIRS });
      return listLatestSessionsOfPairs(ctx.db, {
        ...query,
        pairs: pairs.map(({ fromAgent, toAgent }) => ({ fromAgent, toAgent })),
      });
    }),

  /** Returns the usage and the cost of an agent's calls by model. */
  usage: operationProcedure("traffic.usage")
    .input(PeriodInput.extend({ agent: z.string() }))
    .query(async ({ ctx, input: { agent, ...view } }) => {
      const scope = toPeriodScope(ctx.workspace.workspaceId, view);
      const calls = await listDailyUsage(ctx.db, { ...scope, by: [], filter: { agent } });
      return usageByModel(calls, await getPriceBook(ctx.db, scope));
    }),

  /** Lists the versions of the policy that changed a rule. */
  ruleHistory: largeProcedure("traffic.ruleHistory")
    .input(z.object({ rule: z.string() }))
    .query(({ ctx, input: { rule } }) =>
      readRuleHistory(ctx.db, { workspaceId: ctx.workspace.workspaceId, ruleId: rule }),
    ),

  /** Workflows, newest first. */
  workflows: operationProcedure("traffic.workflows")
    .input(Search)
    .query(async ({ ctx, input: { search } }) =>
      keepFirst(
        await searchWorkflows(ctx.db, {
          workspaceId: ctx.workspace.workspaceId,
          search: search?.trim(),
          limit: MOST_ROWS + 1,
        }),
        MOST_ROWS,
      ),
    ),

  /** A workflow: its plan, its result, its sessions and manifests. */
  workflow: operationProcedure("traffic.workflow")
    .input(z.object({ workflow: z.string() }))
    .query(async ({ ctx, input: { workflow: workflowId } }) => {
      const { workspaceId } = ctx.workspace;
      const place = { workspaceId, workflowId };
      const [told, manifests, reads, sessions] = await Promise.all([
        getWorkflow(ctx.db, place),
        listWorkflowManifests(ctx.db, place),
        listWorkflowReads(ctx.db, place),
        listSessionsOfWorkflow(ctx.db, { ...place, end: new Date(), limit: FEW_SESSIONS }),
      ]);
      return { told, manifests, reads, sessions };
    }),
} satisfies TRPCRouterRecord;
