"use client";

import type { ReviewVerdict } from "@baton/db";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { useId, useState } from "react";

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
    description: "Tells the next agent not to rely on this manifest until it changes.",
    comment: "Requested changes",
    confirm: "Request changes",
  },
} as const;

export type ReviewDialogProps = {
  verdict: keyof typeof WORDS;
  onConfirm: (verdict: ReviewVerdict, comment: string) => Promise<unknown>;
};

/** Asks for confirmation and a comment; stays open if saving fails. */
export function ReviewDialog({ verdict, onConfirm }: ReviewDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [comment, setComment] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const formId = useId();
  const words = WORDS[verdict];
  const save = async () => {
    if (verdict === "sent_back" && comment.trim() === "") return setError("Describe the changes you want.");
    setSaving(true);
    try {
      await onConfirm(verdict, comment);
      setOpen(false);
      setComment("");
      setError(null);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant={verdict === "approved" ? "primary" : "default"}>{words.button}</Button>
      </DialogTrigger>
      <DialogContent
        title={words.title}
        description={words.description}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" disabled={isSaving}>
              {words.confirm}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Field label={words.comment} error={error ?? undefined}>
            <Textarea
              value={comment}
              maxLength={2_000}
              onChange={(event) => setComment(event.target.value)}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
