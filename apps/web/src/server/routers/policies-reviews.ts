import { mayApproveOwn, type ReviewEntry } from "@baton/db";
import { allowOwnApproval } from "@baton/services/policy/allow-own-approval";
import { reviewDraft } from "@baton/services/policy/review-draft";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import type { Context } from "../context";
import type { User } from "../identity";
import { Comment } from "../inputs";
import { largeProcedure, operationProcedure } from "../trpc";
import { closed, DraftMark } from "./policies-drafts";

const Said = DraftMark.extend({
  comment: Comment.default(""),
  /** The rule of the comment; null for the whole draft. */
  ruleId: z.string().max(1_000).nullable().default(null),
});
const SaidInWords = Said.refine(({ comment }) => comment !== "", {
  path: ["comment"],
  error: "Enter a comment.",
});

export const policiesReviewsRouter = {
  /** Requests a review from the others; Baton notifies them over the workspace's channels. */
  request: operationProcedure("policies.reviews.request")
    .input(Said)
    .mutation(({ ctx, input }) => say(ctx, input, "requested")),

  /** Comments on the draft or one of its rules. */
  comment: operationProcedure("policies.reviews.comment")
    .input(SaidInWords)
    .mutation(({ ctx, input }) => say(ctx, input, "commented")),

  /**
   * Approves a revision and names each newly passing field; expires when the draft changes. A stricter-only
   * version can be approved after its publication.
   */
  approve: largeProcedure("policies.reviews.approve")
    .input(Said.extend({ acknowledged: z.array(z.string()).max(2_000).default([]) }))
    .mutation(({ ctx, input }) => say(ctx, input, "approved")),

  /** Requests changes to a revision. */
  reject: operationProcedure("policies.reviews.reject")
    .input(SaidInWords)
    .mutation(({ ctx, input }) => say(ctx, input, "rejected")),

  /** Returns whether authors may approve their own changes. */
  setting: operationProcedure("policies.reviews.setting").query(async ({ ctx }) => ({
    mayApproveOwn: await mayApproveOwn(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  })),

  set: operationProcedure("policies.reviews.set")
    .input(z.object({ mayApproveOwn: z.boolean() }))
    .mutation(({ ctx, input }) =>
      ctx.inRole(async (tx) => {
        await allowOwnApproval(tx, {
          workspaceId: ctx.workspace.workspaceId,
          isAllowed: input.mayApproveOwn,
          person: ctx.user,
        });
      }),
    ),
} satisfies TRPCRouterRecord;

interface Speaker {
  workspace: { workspaceId: string };
  user: User;
  inRole: (change: (tx: Context["db"]) => Promise<void>) => Promise<void>;
}

async function say(
  { workspace, user, inRole }: Speaker,
  { workspace: _, ...input }: z.output<typeof Said> & { workspace: string; acknowledged?: string[] },
  entry: ReviewEntry,
): Promise<void> {
  const { workspaceId } = workspace;
  const said = { ...input, workspaceId, entry, person: user };
  await inRole(async (tx) => {
    const outcome = await reviewDraft(tx, said);
    if (outcome === "outdated") throw outdated();
    if (outcome === "own") throw ownApproval();
    if (outcome === "unacknowledged") throw unacknowledged();
    if (outcome !== "added") throw closed();
  });
}

function outdated(): TRPCError {
  return new TRPCError({
    code: "CONFLICT",
    message: "A newer version is live. Merge it into the draft before you approve.",
  });
}

function unacknowledged(): TRPCError {
  return new TRPCError({
    code: "PRECONDITION_FAILED",
    message: "Acknowledge each newly passing field before you approve.",
  });
}

function ownApproval(): TRPCError {
  return new TRPCError({
    code: "FORBIDDEN",
    message: "You edited this draft. Another owner must approve it.",
  });
}
