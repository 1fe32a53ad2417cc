"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC } from "@/trpc/client";
import { EMPTY_CONTENT, readContent } from "../draft/draft-content";
import type { DraftStore } from "../draft/draft-store";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";

/** Saves the draft before a dialog or page queries the server, so that both refer to the same revision. */
export function useSavedDraft(store: DraftStore, isOpen: boolean) {
  const { saving, mark } = useDraftAtRest(store);
  useEffect(() => {
    if (isOpen) void store.save();
  }, [isOpen, store]);
  return { mark, isSaved: saving.status === "saved" };
}

/** Fetches the server's list of obstacles to publishing the draft. */
export function usePublicationCheck(workspace: string, mark: { revision: number } | null, isWanted: boolean) {
  const trpc = useTRPC();
  return useQuery(
    trpc.policies.publications.check.queryOptions(
      { workspace },
      { enabled: isWanted && mark !== null, gcTime: 0 },
    ),
  );
}

/** Publishes the draft; the pages then refetch the live policy. */
export function usePublish(workspace: string, store: DraftStore) {
  const trpc = useTRPC();
  const refetch = useRefetchPolicies(workspace);
  return useMutation(
    trpc.policies.publications.publish.mutationOptions({
      onSuccess: async () => {
        store.restart(null, store.getSnapshot().draft.content);
        await refetch();
      },
    }),
  );
}

/** Releases the draft in steps; the editor then starts from the live policy again. */
export function useStartRelease({ workspace, store, live }: PolicyEditor) {
  const trpc = useTRPC();
  const refetch = useRefetchPolicies(workspace);
  return useMutation(
    trpc.policies.releases.start.mutationOptions({
      onSuccess: async () => {
        const read = live && readContent(live.content);
        store.restart(null, read?.ok ? read.content : EMPTY_CONTENT);
        await refetch();
      },
    }),
  );
}

/** Returns a function that refetches all policies, and the state of the workspace in its frame. */
export function useRefetchPolicies(workspace: string): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries(trpc.policies.pathFilter());
    await queryClient.invalidateQueries(trpc.workspaces.status.queryFilter({ workspace }));
  };
}
