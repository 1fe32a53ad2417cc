"use client";

import { Button } from "@baton/ui/primitives/button";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import type { Source } from "./source-state";

/** Stops following a folder, or follows it again; its message can undo that. */
export function FollowButton({ workspace, source }: { workspace: string; source: Source }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { sourceId, root, stoppedAt } = source;
  const set = useMutation(
    trpc.ingest.setFollowed.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.ingest.pathFilter()),
      onError: ({ message }) => showToast({ tone: "danger", title: "Not changed", description: message }),
    }),
  );
  const setFollowed = (isFollowed: boolean) =>
    set.mutate(
      { workspace, sourceId, isFollowed },
      {
        onSuccess: () =>
          showToast({
            tone: "ok",
            title: isFollowed ? "Baton follows the folder again" : "Baton stopped following the folder",
            description: isFollowed ? root : `${root}: everything imported stays.`,
            action: {
              label: "Undo",
              onSelect: () => set.mutate({ workspace, sourceId, isFollowed: !isFollowed }),
            },
          }),
      },
    );
  const verb = stoppedAt === null ? "Stop following" : "Follow again";
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`${verb} ${root}`}
      disabled={set.isPending}
      onClick={() => setFollowed(stoppedAt !== null)}
    >
      {verb}
    </Button>
  );
}
