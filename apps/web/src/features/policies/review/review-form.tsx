"use client";

import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { Select } from "@baton/ui/primitives/select";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, MessageSquare, Send, X } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { useTRPC } from "@/trpc/client";
import type { DraftMark } from "../draft/draft-server";
import type { PolicyEditor } from "../editor/use-policy-editor";

const WHOLE_DRAFT = "whole";

export type ReviewFormProps = {
  editor: PolicyEditor;
  /** The reviewed revision; null while it is not saved. */
  mark: DraftMark | null;
  ruleIds: readonly string[];
  /** The rule to comment on; null for the whole draft. */
  about: string | null;
  onAboutChange: (ruleId: string | null) => void;
  /** Newly passing fields that the user acknowledged. */
  acknowledged: readonly string[];
  /** Reason why the user cannot approve now. */
  refusal: string | null;
  commentRef: Ref<HTMLTextAreaElement>;
};

/** Comments on the draft or one of its rules, requests a review, approves it, or requests changes. */
export function ReviewForm(props: ReviewFormProps) {
  const { editor, mark, ruleIds, about, onAboutChange, acknowledged, refusal, commentRef } = props;
  const { workspace, may } = editor;
  const [comment, setComment] = useState("");
  const say = useSay(workspace);
  const submit = async (entry: keyof ReturnType<typeof useSay>["ways"]) => {
    if (!mark) return;
    await say.ways[entry]({ workspace, ...mark, comment, ruleId: about, acknowledged: [...acknowledged] });
    setComment("");
    onAboutChange(null);
  };
  const waits = mark === null ? "Wait until the draft is saved" : null;
  const wordless = comment.trim() === "" ? "Enter a comment" : null;
  return (
    <div className="flex flex-col gap-3.5">
      <Field label="About">
        <Select
          options={[
            { value: WHOLE_DRAFT, label: "the whole draft" },
            ...ruleIds.map((id) => ({ value: id, label: id })),
          ]}
          value={about ?? WHOLE_DRAFT}
          onValueChange={(value) => onAboutChange(value === WHOLE_DRAFT ? null : value)}
        />
      </Field>
      <Field label="Comment">
        <Textarea
          ref={commentRef}
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
            <SayButton icon={<X aria-hidden />} waits={waits ?? wordless} onPress={() => submit("reject")}>
              Request changes
            </SayButton>
            <SayButton
              icon={<Check aria-hidden />}
              waits={waits}
              refusal={refusal}
              onPress={() => submit("approve")}
            >
              Approve
            </SayButton>
          </>
        )}
      </div>
      {say.error && (
        <Finding tone="danger" role="alert" title="Not saved">
          {say.error.message}
        </Finding>
      )}
    </div>
  );
}

function SayButton({
  icon,
  waits,
  refusal = null,
  onPress,
  children,
}: {
  icon: ReactNode;
  waits: string | null;
  /** Reason why the action is impossible now. */
  refusal?: string | null;
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
