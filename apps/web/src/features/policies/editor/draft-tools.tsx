"use client";

import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { addressOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";
import { EMPTY_CONTENT, readContent } from "../draft/draft-content";
import { MergeDialog } from "../publish/merge-dialog";
import { PublishDialog } from "../publish/publish-dialog";
import { DraftBar } from "./draft-bar";
import { LeaveGuard } from "./leave-guard";
import { useFindings } from "./use-findings";
import { useFindingsInAddress } from "./use-findings-in-address";
import { useObserved } from "./use-observed";
import { type PolicyEditor, useDraftAtRest } from "./use-policy-editor";

const FindingsSheet = dynamic(async () => (await import("../findings/findings-sheet")).FindingsSheet, {
  ssr: false,
});

type Opened = "discard" | "publish" | "merge" | null;

/**
 * Shows the draft's tools on every policy page: the bar at the
 * bottom, and its dialogs.
 */
export function DraftTools({ editor }: { editor: PolicyEditor }) {
  const { workspace, store } = editor;
  const [opened, setOpened] = useState<Opened>(null);
  const findings = useFindings(useDraftAtRest(store), useObserved(workspace));
  const [areFindingsOpen, openFindings] = useFindingsInAddress();
  const handle = (what: Exclude<Opened, null>) => ({
    isOpen: opened === what,
    onOpenChange: (isOpen: boolean) => setOpened(isOpen ? what : null),
  });
  return (
    <>
      <DraftBar
        editor={editor}
        findingCount={findings.all.length}
        onFindings={() => openFindings(!areFindingsOpen)}
        onDiscard={() => setOpened("discard")}
        onPublish={() => setOpened("publish")}
        onMerge={() => setOpened("merge")}
      />
      {areFindingsOpen && (
        <FindingsSheet editor={editor} findings={findings.all} isOpen onOpenChange={openFindings} />
      )}
      <DiscardDialog editor={editor} {...handle("discard")} />
      <PublishDialog editor={editor} onMerge={() => setOpened("merge")} {...handle("publish")} />
      <MergeDialog editor={editor} {...handle("merge")} />
      <LeaveGuard editor={editor} root={addressOf(workspace, "policies")} />
    </>
  );
}

type DiscardDialogProps = {
  editor: PolicyEditor;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

function DiscardDialog({ editor, isOpen, onOpenChange }: DiscardDialogProps) {
  const { workspace, store, live } = editor;
  const { mark } = useDraftAtRest(store);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const discard = useMutation(trpc.policies.drafts.discard.mutationOptions());
  const confirm = async () => {
    if (mark) await discard.mutateAsync({ workspace, ...mark });
    const read = live && readContent(live.content);
    store.restart(null, read?.ok ? read.content : EMPTY_CONTENT);
    await queryClient.invalidateQueries(trpc.policies.drafts.get.queryFilter({ workspace }));
    onOpenChange(false);
  };
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title="Discard the draft?"
        description="This deletes the draft for everyone. The live policy does not change. The audit log records who discarded it."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Keep draft</Button>
            </DialogClose>
            <Button
              variant="danger"
              disabled={discard.isPending}
              onClick={() => void confirm().catch(() => {})}
            >
              Discard the draft
            </Button>
          </>
        }
      >
        {discard.isError && (
          <Finding tone="danger" role="alert">
            {discard.error.message}
          </Finding>
        )}
      </DialogContent>
    </Dialog>
  );
}
