"use client";

import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addressOf } from "@/frame/pages";
import type { RouterInputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { readContent } from "../draft/draft-content";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";

type RestoreButtonProps = {
  editor: PolicyEditor;
  from: RouterInputs["policies"]["drafts"]["restore"]["from"];
  /** Name of the restored version ("v3", "this policy"). */
  name: string;
};

/** Restores any version as a new draft; asks first if a draft exists. */
export function RestoreButton({ editor, from, name }: RestoreButtonProps) {
  const { workspace, store, may } = editor;
  const { mark } = useDraftAtRest(store);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const showToast = useToast();
  const restore = useMutation(trpc.policies.drafts.restore.mutationOptions());
  if (!may.edit) return null;
  const confirm = async () => {
    const { mark: restored } = await restore.mutateAsync({ workspace, from, replaces: mark });
    const { draft } = await queryClient.fetchQuery({
      ...trpc.policies.drafts.get.queryOptions({ workspace }),
      staleTime: 0,
    });
    const read = draft && readContent(draft.content);
    if (read?.ok) store.restart(restored, read.content);
    setAsking(false);
    showToast({
      tone: "ok",
      title: `Draft restored from ${name}`,
      description: "The live policy changes when you publish the draft.",
    });
    router.push(addressOf(workspace, "policies"));
  };
  const failure = restore.isError && (
    <Finding tone="danger" role="alert">
      {restore.error.message}
    </Finding>
  );
  return (
    <>
      <Button onClick={() => (mark === null ? void confirm().catch(() => {}) : setAsking(true))}>
        <RotateCcw className="size-3.5" aria-hidden />
        Restore {name}
      </Button>
      {!isAsking && failure}
      <Dialog open={isAsking} onOpenChange={setAsking}>
        <DialogContent
          title={`Restore ${name} in place of the draft?`}
          description="This replaces the current draft. The live policy changes when you publish."
          footer={
            <>
              <DialogClose asChild>
                <Button variant="ghost">Keep the draft</Button>
              </DialogClose>
              <Button variant="primary" onClick={() => void confirm().catch(() => {})}>
                Restore {name}
              </Button>
            </>
          }
        >
          {failure}
        </DialogContent>
      </Dialog>
    </>
  );
}
