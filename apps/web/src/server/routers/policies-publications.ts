import { diffPolicies, namedPairs } from "@baton/core/policy";
import { getPolicyDraft, getPublication, listObservedPairs, listPublications, toContent } from "@baton/db";
import { Acknowledgement, isComparable } from "@baton/server/policy";
import { checkDraft } from "@baton/services/policy/check-draft";
import { publishDraft } from "@baton/services/policy/publish-draft";
import { rollBack } from "@baton/services/policy/roll-back";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { toDiffDto } from "../diff-dto";
import { Comment } from "../inputs";
import { isOnlyOwner } from "../owners";
import { findPolicy, PolicyReference, readPolicy } from "../policy-content";
import { settingOf } from "../policy-setting";
import { largeProcedure, operationProcedure } from "../trpc";
import { closed, DraftMark } from "./policies-drafts";

export const policiesPublicationsRouter = {
  /** Lists the published versions without their content, live one first. */
  list: operationProcedure("policies.publications.list").query(async ({ ctx }) => {
    const versions = await listPublications(ctx.db, { workspaceId: ctx.workspace.workspaceId });
    return versions.map((version) => ({ ...version, setting: settingOf(version) }));
  }),

  /** Returns one publication with its reviews. */
  get: operationProcedure("policies.publications.get")
    .input(z.object({ number: z.int32().positive() }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const found = await getPublication(ctx.db, { workspaceId, number: input.number });
      if (!found) {
        throw new TRPCError({ code: "NOT_FOUND", message: `Version not found: ${input.number}.` });
      }
      const { document: _, isEnabled: _enabled, isObserving: _observing, ...version } = found;
      return { ...version, content: toContent(found), setting: settingOf(found) };
    }),

  /** Lists what a draft needs before it can go live: obstacles, and each field that will newly pass. */
  check: largeProcedure("policies.publications.check").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const draft = await getPolicyDraft(ctx.db, { workspaceId });
    if (!draft) return null;
    const verdict = await checkDraft(ctx.db, draft, {
      workspaceId,
      acknowledged: [],
      publisher: ctx.user,
      isOnlyOwner: await isOnlyOwner(ctx.db, workspaceId, ctx.user),
    });
    return { mark: { draftId: draft.draftId, revision: draft.revision }, ...verdict };
  }),

  /** Publishes a draft; waiting orchestrators get it at once. */
  publish: operationProcedure("policies.publications.publish")
    .input(
      DraftMark.extend({
        note: Comment.default(""),
        acknowledged: z.array(Acknowledgement).max(2_000),
      }),
    )
    .mutation(async ({ ctx, input: { workspace: _, ...publish } }) => {
      const { workspaceId } = ctx.workspace;
      const published = await ctx.inRole(async (tx) => {
        return publishDraft(tx, {
          workspaceId,
          publisher: ctx.user,
          ...publish,
          isOnlyOwner: await isOnlyOwner(tx, workspaceId, ctx.user),
        });
      });
      if (published.outcome === "stale") throw closed();
      if (published.outcome === "refused") {
        const message = published.verdict.obstacles.map((obstacle) => obstacle.message).join(" ");
        throw new TRPCError({ code: "PRECONDITION_FAILED", message });
      }
      return { number: published.number, policyVersion: published.policyVersion };
    }),

  /** Makes an earlier version live again, without a draft or a review before it. */
  rollBack: operationProcedure("policies.publications.rollBack")
    .input(z.object({ number: z.int32().positive(), live: z.int32().positive() }))
    .mutation(async ({ ctx, input: { number, live } }) => {
      const { workspaceId } = ctx.workspace;
      const rolledBack = await ctx.inRole(async (tx) =>
        rollBack(tx, {
          workspaceId,
          number,
          live,
          publisher: ctx.user,
          isOnlyOwner: await isOnlyOwner(tx, workspaceId, ctx.user),
        }),
      );
      if (rolledBack.outcome === "stale") {
        const message = `v${live} is no longer live, or v${number} cannot be restored. Reload the page.`;
        throw new TRPCError({ code: "CONFLICT", message });
      }
      return { number: rolledBack.number, isReviewPending: rolledBack.isReviewPending };
    }),

  /** Describes the effect of replacing one policy with another. */
  diff: largeProcedure("policies.publications.diff")
    .input(z.object({ before: PolicyReference, after: PolicyReference }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const [before, after, observed] = await Promise.all([
        findPolicy(ctx.db, workspaceId, input.before),
        findPolicy(ctx.db, workspaceId, input.after),
        listObservedPairs(ctx.db, { workspaceId }),
      ]);
      const [old, renewed] = [readPolicy(before), readPolicy(after)];
      if (!old.ok || !renewed.ok) {
        const message = "One of the versions is not a valid policy.";
        throw new TRPCError({ code: "PRECONDITION_FAILED", message });
      }
      const pairs = observed.length > 0 ? observed : namedPairs([old.policy, renewed.policy]);
      const now = Date.now();
      if (!isComparable([old.policy, renewed.policy], pairs, { now })) {
        const message = "The policies are too large to compare: too many fields and agent pairs.";
        throw new TRPCError({ code: "PRECONDITION_FAILED", message });
      }
      return {
        ...toDiffDto(diffPolicies(old.policy, renewed.policy, { now, pairs })),
        hasTraffic: observed.length > 0,
        switchBefore: before.policySwitch,
        switchAfter: after.policySwitch,
      };
    }),
} satisfies TRPCRouterRecord;
