"use client";

import type { ReviewState, ReviewVerdict } from "@baton/db";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTimeZone } from "@/frame/time-zone";
import { usePermission } from "@/frame/use-permission";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ReviewBadge } from "./badges";
import { ReviewDialog } from "./review-dialog";

type Review = RouterOutputs["manifests"]["get"]["reviews"][number];

const VERDICT_WORDS: Record<ReviewVerdict, string> = {
  approved: "approved",
  sent_back: "requested changes",
  withdrawn: "withdrew the review",
};

type ReviewPanelProps = {
  workspace: string;
  manifestId: string;
  review: ReviewState;
  /** Reviews, newest first. */
  reviews: readonly Review[];
  /** True: the gate stops the manifest until an owner approves it. */
  needsApproval: boolean;
};

/** Shows the reviews and lets the user add one. Reviews are never deleted. */
export function ReviewPanel({ workspace, manifestId, review, reviews, needsApproval }: ReviewPanelProps) {
  const timeZone = useTimeZone();
  const mayReview = usePermission(workspace, "manifests.review");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(
    trpc.manifests.review.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.manifests.pathFilter()),
    }),
  );
  const say = (verdict: ReviewVerdict, comment: string) =>
    add.mutateAsync({ workspace, manifest: manifestId, verdict, comment });
  return (
    <Panel aria-label="Review">
      <PanelHead title="Review" actions={<ReviewBadge review={review} />} />
      <PanelBody className="flex flex-col gap-3">
        {needsApproval && review !== "approved" && (
          <p className="text-text-2">Manifests of this agent need an approval to pass the gate.</p>
        )}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {mayReview && review !== "approved" && <ReviewDialog verdict="approved" onConfirm={say} />}
          {mayReview && review !== "sent_back" && <ReviewDialog verdict="sent_back" onConfirm={say} />}
          {mayReview && review !== "not_reviewed" && (
            <Button
              variant="ghost"
              disabled={add.isPending}
              onClick={() => void say("withdrawn", "").catch(() => {})}
            >
              {review === "approved" ? "Withdraw approval" : "Withdraw request"}
            </Button>
          )}
        </div>
        {add.isError && (
          <p role="alert" className="text-danger">
            Not saved: {add.error.message}
          </p>
        )}
        {reviews.length === 0 ? (
          <p className="text-text-2">No reviews yet.</p>
        ) : (
          <ol aria-label="Review history" className="flex flex-col gap-2.5">
            {reviews.map(({ reviewId, verdict, comment, reviewer, reviewedAt }) => (
              <li key={reviewId}>
                <p>
                  <span className="font-medium">{reviewer}</span> {VERDICT_WORDS[verdict]}
                </p>
                {comment !== "" && (
                  <p className="whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere]">{comment}</p>
                )}
                <p className="text-sm text-text-3">{formatDateTime(reviewedAt, timeZone)}</p>
              </li>
            ))}
          </ol>
        )}
      </PanelBody>
    </Panel>
  );
}
