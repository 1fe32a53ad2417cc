"use client";

import type { RolloutPhase } from "@baton/core/manifest";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

export interface PhaseChange {
  /** Null means all agents without their own phase. */
  agent: string | null;
  phase: RolloutPhase;
  reason: string;
}

/**
 * Changes a phase and refetches the affected data.
 * @param basedOn the latest change that the page shows: after a later one, the request fails.
 */
export function usePhaseChange(workspace: string, basedOn: number | null) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mutation = useMutation(
    trpc.rollout.changePhase.mutationOptions({
      onSettled: async () => {
        await Promise.all([
          queryClient.invalidateQueries(trpc.rollout.pathFilter()),
          queryClient.invalidateQueries(trpc.manifests.pathFilter()),
        ]);
      },
    }),
  );
  return {
    change: (change: PhaseChange) => mutation.mutateAsync({ workspace, basedOn, ...change }),
    last: mutation.variables ?? null,
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
    error: mutation.error,
  };
}
