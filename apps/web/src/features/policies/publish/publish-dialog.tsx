"use client";

import type { ReleaseStage } from "@baton/core/policy";
import { Finding } from "@baton/ui/layout/finding";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { useToast } from "@baton/ui/primitives/toast";
import { useState } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { describeBefore, draftName, liveName } from "../editor/version-name";
import { ReleaseChoice } from "../release/release-choice";
import { stageName } from "../release/stage-words";
import { Acknowledgements } from "./acknowledgements";
import { DraftEvidence } from "./draft-evidence";
import type { Acknowledged } from "./unacknowledged";
import { usePublicationCheck, usePublish, useSavedDraft, useStartRelease } from "./use-publishing";
import { listMissing, Verdict } from "./verdict";

type PublishDialogProps = {
  editor: PolicyEditor;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Called if another policy went live since the draft began. */
  onMerge: () => void;
};

/** Publishes the draft, once the user acknowledges each newly passing field and no obstacle remains. */
export function PublishDialog({ editor, isOpen, onOpenChange, onMerge }: PublishDialogProps) {
  const { workspace, store, live } = editor;
  const { mark, isSaved } = useSavedDraft(store, isOpen);
  const { saving } = useDraftAtRest(store);
  const check = usePublicationCheck(workspace, mark, isOpen && isSaved);
  const published = usePublish(workspace, store);
  const started = useStartRelease(editor);
  const [stage, setStage] = useState<ReleaseStage | null>(null);
  const mutation = stage === null ? published : started;
  const [acknowledged, setAcknowledged] = useState<Acknowledged>(new Map());
  const [note, setNote] = useState("");
  const showToast = useToast();
  const verdict = check.data && check.data.mark.revision === mark?.revision ? check.data : null;
  const missing = verdict ? listMissing(verdict, acknowledged) : [];
  const publish = async () => {
    if (!mark || !verdict) return;
    const reasons = verdict.newlyLetThrough.map(({ field }) => ({
      field,
      reason: acknowledged.get(field)?.reason.trim() ?? "",
    }));
    const publication = { workspace, ...mark, note, acknowledged: reasons };
    if (stage === null) await published.mutateAsync(publication);
    else await started.mutateAsync({ ...publication, stage });
    setAcknowledged(new Map());
    setNote("");
    setStage(null);
    onOpenChange(false);
    showToast({
      tone: "ok",
      title: stage === null ? `${draftName(live)} is live` : `${draftName(live)}: ${stageName(stage)}`,
      description:
        stage === null ? describeBefore(live) : "The next steps and the comparison are under Versions.",
    });
  };
  const linkTo = (page: string, text: string) => (
    <Button size="sm" asChild>
      <Anchor href={addressOf(workspace, "policies", page)} onClick={() => onOpenChange(false)}>
        {text}
      </Anchor>
    </Button>
  );
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        className="w-[min(880px,calc(100vw-32px))]"
        title={`Publish ${draftName(live)}?`}
        description={
          stage === null
            ? `${live === null ? "Becomes the first live policy" : `Replaces ${liveName(live)}`} now. Connected orchestrators get it within a second.`
            : `${liveName(live)} stays live. Connected orchestrators get the new version, too, within a second.`
        }
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabled={!verdict || mutation.isPending}
              disabledReason={missing.length > 0 && `Still needed: ${missing.join(", ")}`}
              onClick={() => void publish().catch(() => {})}
            >
              {stage === null ? `Publish ${draftName(live)}` : `Release ${draftName(live)} in steps`}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3.5">
          {saving.status === "conflict" || saving.status === "failed" ? (
            <Finding tone="danger" title="The draft is not saved">
              {saving.status === "failed"
                ? saving.reason
                : "Another revision was saved before yours. Use Compare in the bar below to merge them."}
            </Finding>
          ) : check.isError ? (
            <QueryError title="The publication checks could not be loaded" query={check} />
          ) : (
            !verdict && <p className="text-text-2">Comparing the draft with the live policy…</p>
          )}
          {verdict && (
            <Verdict
              verdict={verdict}
              ways={{
                outdated: (
                  <Button size="sm" onClick={onMerge}>
                    Merge
                  </Button>
                ),
                release_running: linkTo("versions", "Open the release"),
                approval_missing: linkTo("review", "Open the review"),
              }}
            />
          )}
          {verdict && verdict.newlyLetThrough.length > 0 && (
            <Acknowledgements
              fields={verdict.newlyLetThrough}
              isFirst={live?.number == null}
              acknowledged={acknowledged}
              onChange={setAcknowledged}
            />
          )}
          {verdict && live?.number != null && <ReleaseChoice stage={stage} onStageChange={setStage} />}
          {verdict && (
            <Field label="Note" hint="shown in Versions and the audit log">
              <Textarea
                rows={2}
                value={note}
                maxLength={2_000}
                onChange={({ target }) => setNote(target.value)}
              />
            </Field>
          )}
          <DraftEvidence editor={editor} />
          {mutation.isError && (
            <Finding tone="danger" title="Not published" role="alert">
              {mutation.error.message}
            </Finding>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
