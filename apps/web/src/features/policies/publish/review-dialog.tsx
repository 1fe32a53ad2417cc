"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { Finding } from "@baton/ui/layout/finding";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { Name } from "@baton/ui/primitives/name";
import { Select } from "@baton/ui/primitives/select";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, MessageSquare, Send, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { type PolicyEditor, useDraft } from "../editor/use-policy-editor";
import { draftName } from "../editor/version-name";
import { Approvers } from "./approvers";
import { listPeople, type ReviewedDraft, StatusBadges } from "./status-badges";
import { useSavedDraft } from "./use-publishing";

type Review = ReviewedDraft["reviews"][number];

const WHOLE_DRAFT = "whole";
const OWN_DRAFT = "You edited this draft. Another owner must approve it.";

export type ReviewDialogProps = {
  editor: PolicyEditor;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Shows the draft's reviews: requests, comments, approvals, and requested changes. */
export function ReviewDialog({ editor, isOpen, onOpenChange }: ReviewDialogProps) {
  const { workspace, store, live, may } = editor;
  const { mark, isSaved } = useSavedDraft(store, isOpen);
  const { policy } = useDraft(store);
  const trpc = useTRPC();
  const { data } = useQuery(trpc.policies.drafts.get.queryOptions({ workspace }));
  const [comment, setComment] = useState("");
  const [ruleId, setRuleId] = useState(WHOLE_DRAFT);
  const say = useSay(workspace);
  const draft = data?.draft ?? null;
  const submit = async (entry: keyof ReturnType<typeof useSay>["ways"]) => {
    if (!mark) return;
    await say.ways[entry]({
      workspace,
      ...mark,
      comment,
      ruleId: ruleId === WHOLE_DRAFT ? null : ruleId,
    });
    setComment("");
    setRuleId(WHOLE_DRAFT);
  };
  const waits = !isSaved || mark === null ? "Wait until the draft is saved" : null;
  const wordless = comment.trim() === "" ? "Enter a comment" : null;
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        className="w-[min(600px,calc(100vw-32px))]"
        title={`Review of draft ${draftName(live)}`}
        description="Editing the draft resets its approval."
        footer={
          <DialogClose asChild>
            <Button>Close</Button>
          </DialogClose>
        }
      >
        <div className="flex flex-col gap-3.5">
          {draft && <Status draft={draft} />}
          {draft && <Approvers workspace={workspace} draft={draft} />}
          {draft && <Said reviews={draft.reviews} revision={draft.mark.revision} />}
          {may.edit && (
            <>
              <Field label="About">
                <Select
                  options={[
                    { value: WHOLE_DRAFT, label: "the whole draft" },
                    ...[...new Set(policy.agent_handoff_rules.map(({ rule_id }) => rule_id))].map((id) => ({
                      value: id,
                      label: id,
                    })),
                  ]}
                  value={ruleId}
                  onValueChange={setRuleId}
                />
              </Field>
              <Field label="Comment">
                <Textarea
                  rows={3}
                  maxLength={4_000}
                  value={comment}
                  onChange={({ target }) => setComment(target.value)}
                />
              </Field>
              <div className="flex flex-wrap gap-2">
                <SayButton icon={<Send aria-hidden />} waits={waits} onPress={() => submit("request")}>
                  Request review
                </SayButton>
                <SayButton
                  icon={<MessageSquare aria-hidden />}
                  waits={waits ?? wordless}
                  onPress={() => submit("comment")}
                >
                  Comment
                </SayButton>
                {may.publish && (
                  <>
                    <SayButton
                      icon={<Check aria-hidden />}
                      waits={waits}
                      {...(draft?.mayApprove === false && { refusal: OWN_DRAFT })}
                      onPress={() => submit("approve")}
                    >
                      Approve
                    </SayButton>
                    <SayButton
                      icon={<X aria-hidden />}
                      waits={waits ?? wordless}
                      onPress={() => submit("reject")}
                    >
                      Request changes
                    </SayButton>
                  </>
                )}
              </div>
            </>
          )}
          {say.error && (
            <Finding tone="danger" role="alert" title="Not saved">
              {say.error.message}
            </Finding>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function SayButton({
  icon,
  waits,
  refusal,
  onPress,
  children,
}: {
  icon: ReactNode;
  waits: string | null;
  /** Reason why the action is impossible now. */
  refusal?: string;
  onPress: () => Promise<unknown>;
  children: ReactNode;
}) {
  return (
    <Button
      size="sm"
      className="[&_svg]:size-3.5"
      disabled={waits !== null}
      disabledReason={refusal}
      title={waits ?? undefined}
      onClick={() => void onPress().catch(() => {})}
    >
      {icon}
      {children}
    </Button>
  );
}

function useSay(workspace: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSettled = async () => {
    await queryClient.invalidateQueries(trpc.policies.drafts.get.queryFilter({ workspace }));
    await queryClient.invalidateQueries(trpc.policies.publications.check.queryFilter());
  };
  const request = useMutation(trpc.policies.reviews.request.mutationOptions({ onSettled }));
  const comment = useMutation(trpc.policies.reviews.comment.mutationOptions({ onSettled }));
  const approve = useMutation(trpc.policies.reviews.approve.mutationOptions({ onSettled }));
  const reject = useMutation(trpc.policies.reviews.reject.mutationOptions({ onSettled }));
  return {
    ways: {
      request: request.mutateAsync,
      comment: comment.mutateAsync,
      approve: approve.mutateAsync,
      reject: reject.mutateAsync,
    },
    error: [request, comment, approve, reject].find(({ error }) => error)?.error ?? null,
  };
}

function Status({ draft }: { draft: ReviewedDraft }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {draft.state === "draft" && <Badge>draft</Badge>}
      <span className="text-text-2">by {listPeople(draft.authors)}</span>
      <StatusBadges draft={draft} />
    </p>
  );
}

const ENTRY_WORDS: Record<Review["entry"], string> = {
  requested: "requested review",
  commented: "commented",
  approved: "approved",
  rejected: "requested changes",
};

/** Lists the reviews and comments of a draft, in order. */
export function Said({ reviews, revision }: { reviews: readonly Review[]; revision: number }) {
  const timeZone = useTimeZone();
  if (reviews.length === 0) return <p className="text-text-2">No reviews yet.</p>;
  return (
    <ul aria-label="Review comments" className="flex flex-col divide-y divide-line border-line border-y">
      {reviews.map((review) => (
        <li key={review.reviewId} className="py-2">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <b>{review.reviewer.name}</b>
            <span>{ENTRY_WORDS[review.entry]}</span>
            {review.ruleId !== null && <Name isCode>{review.ruleId}</Name>}
            <span className="ml-auto text-sm text-text-3">
              {review.revision < revision && "earlier revision, "}
              {formatDateTime(review.reviewedAt, timeZone)}
            </span>
          </p>
          {review.comment !== "" && <p className="whitespace-pre-wrap text-text-2">{review.comment}</p>}
        </li>
      ))}
    </ul>
  );
}
