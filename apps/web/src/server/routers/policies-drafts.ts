import {
  getBaselinePolicy,
  getKnownPolicy,
  getPolicyDraft,
  type KnownPolicy,
  type PolicyDraft,
} from "@baton/db";
import { discardDraft } from "@baton/services/policy/discard-draft";
import { listApprovers } from "@baton/services/policy/list-approvers";
import { mayApproveDraft } from "@baton/services/policy/may-approve-draft";
import { saveDraft } from "@baton/services/policy/save-draft";
import { currentVerdicts } from "@baton/services/policy/standing-verdicts";
import { startDraft } from "@baton/services/policy/start-draft";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { findPolicy, PolicyContentInput, RestorableReference, requireJsonObject } from "../policy-content";
import { operationProcedure } from "../trpc";

/** Identifies the revision of the draft that the user saw. */
export const DraftMark = z.object({ draftId: z.number().int(), revision: z.number().int().positive() });

export const policiesDraftsRouter = {
  /**
   * Returns the open draft and its baseline. Without a draft it is null, and a new one begins with the
   * baseline. If another policy went live since the draft began, it is outdated, and `began` is its
   * starting point; null if it started empty. `mayApprove`: the user's approval would count if they were
   * an owner. `possibleApprovers`: owners whose approval would count.
   */
  get: operationProcedure("policies.drafts.get").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [draft, baseline] = await Promise.all([
      getPolicyDraft(ctx.db, { workspaceId }),
      getBaselinePolicy(ctx.db, { workspaceId }),
    ]);
    const mayApprove =
      draft !== null &&
      (await mayApproveDraft(ctx.db, { workspaceId, draftId: draft.draftId, userId: ctx.user.id }));
    const isOutdated = draft !== null && draft.basedOn !== (baseline?.policyVersion ?? null);
    const began =
      isOutdated && draft.basedOn !== null
        ? await getKnownPolicy(ctx.db, { workspaceId, version: draft.basedOn })
        : null;
    return {
      draft: draft && {
        ...describeDraft(draft),
        mayApprove,
        possibleApprovers: await listApprovers(ctx.db, { workspaceId, draftId: draft.draftId }),
        isOutdated,
        began: began && describeKnown(began).content,
      },
      baseline: baseline && describeKnown(baseline),
    };
  }),

  /**
   * Saves the draft, unless another user saved a revision meanwhile. In that case it overwrites nothing and
   * returns both: the base of the edits and the other user's revision. Without `basedOn` it creates a draft.
   * `mergedVersion` is the hash of the live policy that was merged into it.
   */
  save: operationProcedure("policies.drafts.save")
    .input(
      z.object({
        basedOn: DraftMark.nullable(),
        content: PolicyContentInput,
        mergedVersion: z.string().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { basedOn, content, mergedVersion } }) => {
      const { workspaceId } = ctx.workspace;
      requireJsonObject(content.document);
      const { db, user: person } = ctx;
      if (basedOn === null) {
        const baseline = await getBaselinePolicy(db, { workspaceId });
        const draftId = await ctx.inRole((tx) =>
          startDraft(tx, {
            workspaceId,
            content,
            person,
            basedOn: baseline?.policyVersion ?? null,
            origin: baseline ? describeOrigin(baseline) : "nothing",
          }),
        );
        if (draftId !== null) return { ok: true as const, mark: { draftId, revision: 1 } };
        const theirs = await getPolicyDraft(db, { workspaceId });
        if (!theirs) throw closed();
        return { ok: false as const, base: null, theirs: describeRevision(theirs.draftId, theirs) };
      }
      const saved = await ctx.inRole((tx) =>
        saveDraft(tx, { workspaceId, content, person, basedOn: mergedVersion, ...basedOn }),
      );
      if (saved.outcome === "closed") throw closed();
      if (saved.outcome === "saved") {
        return { ok: true as const, mark: { draftId: basedOn.draftId, revision: saved.revision } };
      }
      return {
        ok: false as const,
        base: describeRevision(basedOn.draftId, saved.base),
        theirs: describeRevision(basedOn.draftId, saved.theirs),
      };
    }),

  /** Starts a draft from any version; `replaces` names the open draft that is discarded for it. */
  restore: operationProcedure("policies.drafts.restore")
    .input(z.object({ from: RestorableReference, replaces: DraftMark.nullable() }))
    .mutation(async ({ ctx, input: { from, replaces } }) => {
      const { workspaceId } = ctx.workspace;
      const { db, user: person } = ctx;
      const restored = await findPolicy(db, workspaceId, from);
      const baseline = await getBaselinePolicy(db, { workspaceId });
      const draftId = await ctx.inRole((tx) =>
        startDraft(tx, {
          workspaceId,
          person,
          basedOn: baseline?.policyVersion ?? null,
          replaces,
          content: { document: restored.document, policySwitch: restored.policySwitch },
          origin: describeOrigin(restored),
          isRestored: true,
        }),
      );
      if (draftId === null) throw closed();
      return { mark: { draftId, revision: 1 } };
    }),

  /** Discards the draft. */
  discard: operationProcedure("policies.drafts.discard")
    .input(DraftMark)
    .mutation(async ({ ctx, input: { draftId, revision } }) => {
      const { workspaceId } = ctx.workspace;
      const discarded = { workspaceId, draftId, revision, person: ctx.user };
      if (!(await ctx.inRole((tx) => discardDraft(tx, discarded)))) {
        throw closed();
      }
    }),
} satisfies TRPCRouterRecord;

/** Creates the error for a draft revision that no longer exists. */
export function closed(): TRPCError {
  return new TRPCError({
    code: "CONFLICT",
    message:
      "The draft was changed, published or discarded in the meantime. Nothing was overwritten. Reload the page.",
  });
}

function describeDraft(draft: PolicyDraft) {
  const { approvers, rejecters } = currentVerdicts(draft.reviews, draft.revision);
  const { state, basedOn, startedAt, authors, reviews, draftId } = draft;
  return {
    ...describeRevision(draftId, draft),
    state,
    basedOn,
    startedAt,
    authors,
    reviews,
    approvers,
    rejecters,
  };
}

function describeRevision(
  draftId: number,
  { revision, content, savedBy, savedAt }: Pick<PolicyDraft, "revision" | "content" | "savedBy" | "savedAt">,
) {
  return { mark: { draftId, revision }, content, savedBy: savedBy.name, savedAt };
}

function describeKnown({ policyVersion, number, document, policySwitch }: KnownPolicy) {
  return { policyVersion, number, content: { document, policySwitch } };
}

function describeOrigin({ number, policyVersion }: Pick<KnownPolicy, "number" | "policyVersion">): string {
  return number === null ? `policy ${policyVersion.slice(0, 12)}` : `version ${number}`;
}
