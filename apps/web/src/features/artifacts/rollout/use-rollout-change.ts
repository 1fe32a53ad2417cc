"use client";

import type { RolloutPhase } from "@baton/core/manifest";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RouterInputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

export interface PhaseChange {
  /** Null means all agents without their own phase. */
  agent: string | null;
  phase: RolloutPhase;
  /** Unchanged by default. */
  needsApproval?: boolean;
  reason: string;
}

type Limits = Pick<RouterInputs["rollout"]["changeLimits"], "budgets" | "windows">;
type Known = RouterInputs["rollout"]["changeAgent"]["known"];

/**
 * Changes the setting of manifests and refetches the affected data.
 * @param basedOn the latest change that the page shows: after a later one, the request fails.
 */
export function useRolloutChange(workspace: string, basedOn: number | null) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSettled = async () => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.rollout.pathFilter()),
      queryClient.invalidateQueries(trpc.manifests.pathFilter()),
    ]);
  };
  const phases = useMutation(trpc.rollout.changePhase.mutationOptions({ onSettled }));
  const limits = useMutation(trpc.rollout.changeLimits.mutationOptions({ onSettled }));
  const agents = useMutation(trpc.rollout.changeAgent.mutationOptions({ onSettled }));
  return {
    change: (change: PhaseChange) => phases.mutateAsync({ workspace, basedOn, ...change }),
    changeLimits: (changed: Limits, reason: string) =>
      limits.mutateAsync({ workspace, basedOn, reason, ...changed }),
    changeAgent: (agent: string, known: Known, reason: string) =>
      agents.mutateAsync({ workspace, basedOn, agent, known, reason }),
    last: phases.variables ?? null,
    isPending: phases.isPending,
    isSuccess: phases.isSuccess,
    error: phases.error,
  };
}
