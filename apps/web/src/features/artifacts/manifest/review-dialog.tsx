"use client";

import type { ReviewVerdict } from "@baton/db";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";

const WORDS = {
  approved: {
    button: "Approve",
    title: "Approve this manifest?",
    description: "Tells the next agent it can rely on this manifest. Changing the file removes the approval.",
    comment: "Comment (optional)",
    confirm: "Approve manifest",
  },
  sent_back: {
    button: "Request changes",
    title: "Request changes to this manifest?",
    description: "The gate stops this manifest until it changes.",
    comment: "Requested changes",
    confirm: "Request changes",
  },
} as const;

type ReviewDialogProps = {
  verdict: keyof typeof WORDS;
  onConfirm: (verdict: ReviewVerdict, comment: string) => Promise<unknown>;
};

/** Asks for confirmation and a comment; stays open if saving fails. */
export function ReviewDialog({ verdict, onConfirm }: ReviewDialogProps) {
  const [comment, setComment] = useState("");
  const [error, setError] = useState<string>();
  const words = WORDS[verdict];
  return (
    <ActionDialog
      trigger={<Button variant={verdict === "approved" ? "primary" : "default"}>{words.button}</Button>}
      title={words.title}
      description={words.description}
      verb={words.confirm}
      checkInput={() => {
        const isGiven = verdict === "approved" || comment.trim() !== "";
        setError(isGiven ? undefined : "Describe the changes you want.");
        return isGiven;
      }}
      onConfirm={async () => {
        await onConfirm(verdict, comment);
        setComment("");
      }}
    >
      <Field label={words.comment} error={error}>
        <Textarea value={comment} maxLength={2_000} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </ActionDialog>
  );
}
