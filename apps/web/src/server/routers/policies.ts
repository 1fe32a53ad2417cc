import { switchSetting } from "@baton/core/policy";
import {
  getBaselinePolicy,
  getLivePolicy,
  listPolicyClients,
  listPolicyVersions,
  listRuleTraffic,
} from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { orderRules } from "@/features/policies/rule-order";
import { resolveRange } from "@/search/resolve-range";
import { PeriodInput } from "../inputs";
import { keepFirst, LIST_LIMIT } from "../keep-first";
import { findPolicy, readPolicy } from "../policy-content";
import { settingOf } from "../policy-setting";
import { largeProcedure, operationProcedure } from "../trpc";
import { policiesContentRouter } from "./policies-content";
import { policiesDraftsRouter } from "./policies-drafts";
import { policiesPublicationsRouter } from "./policies-publications";
import { policiesReleasesRouter } from "./policies-releases";
import { policiesReviewsRouter } from "./policies-reviews";
import { reportedPoliciesRouter } from "./reported-policies";

const countOf = (sums: { handoffCount: number; observedCount: number }) =>
  sums.handoffCount + sums.observedCount;

/** More than a policy that people edit has. The editor shows a rule outside of the list as one without traffic. */
const RULES_WITH_TRAFFIC = 10_000;

export const policiesRouter = {
  /** Content rules of the draft, over texts. */
  content: policiesContentRouter,
  /** The draft. */
  drafts: policiesDraftsRouter,
  /** Comments and reviews of the draft. */
  reviews: policiesReviewsRouter,
  /** Published versions. */
  publications: policiesPublicationsRouter,
  /** A version that is released in steps. */
  releases: policiesReleasesRouter,
  /** Recorded handoffs, for the editor. */
  seen: reportedPoliciesRouter,

  /**
   * Lists the reported policies without their rules. The last reported one, which counts as live, comes
   * first.
   */
  versions: operationProcedure("policies.versions").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    // Read one more to know if there are more.
    const found = await listPolicyVersions(ctx.db, { workspaceId, limit: LIST_LIMIT + 1 });
    const { first, count } = keepFirst(found);
    const versions = first.map(({ policyVersion, origin, firstSeenAt, lastSeenAt, ...flags }) => ({
      policyVersion,
      origin,
      firstSeenAt,
      lastSeenAt,
      setting: settingOf(flags),
    }));
    return { first: versions, count };
  }),

  /**
   * Returns a whole policy; without a version the live one, before the first publication the last
   * reported one, or null before the first report.
   */
  get: largeProcedure("policies.get")
    .input(z.object({ version: z.string().nullable() }))
    .query(async ({ ctx, input: { version } }) => {
      const { workspaceId } = ctx.workspace;
      const known =
        version === null
          ? await getBaselinePolicy(ctx.db, { workspaceId })
          : await findPolicy(ctx.db, workspaceId, { kind: "version", version });
      if (!known) return null;
      const parsed = readPolicy(known);
      return {
        version: known.policyVersion,
        number: known.number,
        setting: switchSetting(known.policySwitch),
        policy: parsed.ok ? parsed.policy : null,
        /** Its rules by priority. */
        order: parsed.ok ? orderRules(parsed.policy).map(({ rule: _, ...place }) => place) : [],
        findings: parsed.findings,
      };
    }),

  /** Lists the clients that asked for the policy within the last week, and the version that each uses. */
  clients: operationProcedure("policies.clients").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [clients, live] = await Promise.all([
      listPolicyClients(ctx.db, { workspaceId }),
      getLivePolicy(ctx.db, { workspaceId }),
    ]);
    return clients.map((client) => ({
      ...client,
      isCurrent: live !== null && client.policyVersion === live.policyVersion,
    }));
  }),

  /** Returns the passed and saved tokens of the busiest rules in a period; an empty rule is the default. */
  traffic: operationProcedure("policies.traffic")
    .input(PeriodInput)
    .query(async ({ ctx, input }) => {
      const period = resolveRange(input.range, input.tz, Date.now());
      const { workspaceId } = ctx.workspace;
      const rules = await listRuleTraffic(ctx.db, { workspaceId, range: period, filter: {} });
      const busiest = keepFirst(
        rules.toSorted((a, b) => countOf(b) - countOf(a)),
        RULES_WITH_TRAFFIC,
      );
      return { period, rules: busiest.first, ruleCount: busiest.count };
    }),
} satisfies TRPCRouterRecord;
