"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC } from "@/trpc/client";
import type { DraftStore } from "../draft/draft-store";
import { useDraft } from "../editor/use-policy-editor";

/**
 * What the server says of the draft while a dialog is open: it is saved
 * first, so that both speak of the same revision.
 *
 * @returns the check, and what to do when something was decided: all that is shown is asked for again.
 */
export function useSavedDraft(store: DraftStore, isOpen: boolean) {
  const { saving, mark } = useDraft(store);
  useEffect(() => {
    if (isOpen) void store.save();
  }, [isOpen, store]);
  return { mark, isSaved: saving.status === "saved" };
}

/** What stands between the draft and being live, by the server's word. */
export function usePublicationCheck(workspace: string, mark: { revision: number } | null, isWanted: boolean) {
  const trpc = useTRPC();
  return useQuery(
    trpc.policies.publications.check.queryOptions(
      { workspace },
      // What others say of the draft comes in while one looks.
      { enabled: isWanted && mark !== null, refetchInterval: 5_000, gcTime: 0 },
    ),
  );
}

/** Publishes the draft; the pages then ask anew what is live. */
export function usePublish(workspace: string, store: DraftStore) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.policies.publications.publish.mutationOptions({
      onSuccess: async () => {
        store.restart(null, store.getSnapshot().draft.content);
        await queryClient.invalidateQueries(trpc.policies.pathFilter());
        await queryClient.invalidateQueries(trpc.workspaces.status.queryFilter({ workspace }));
      },
    }),
  );
}
