"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouterInputs, RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

/** Lines to replay: one by its position, or all of a reason, of a source, of both. */
type ReplaySelection = Omit<RouterInputs["ingest"]["replay"], "workspace">;
export type Replay = RouterOutputs["ingest"]["replays"][number];

/** Interval of polling a replay's progress, in milliseconds, if announcements are missed. */
const PROGRESS_INTERVAL_MILLISECONDS = 2_000;

/** Requests a replay from ingest. */
export function useReplay(workspace: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const mutation = useMutation(
    trpc.ingest.replay.mutationOptions({
      onSuccess: ({ lineCount }) =>
        showToast({
          tone: "ok",
          title:
            lineCount === 1
              ? "Replay of 1 line started"
              : `Replay of ${formatCountOf(lineCount, "line")} started`,
          description: "The result appears above the list.",
        }),
      onError: (error) =>
        showToast({ tone: "danger", title: "Could not start the replay", description: error.message }),
      onSettled: () => queryClient.invalidateQueries(trpc.ingest.pathFilter()),
    }),
  );
  return {
    replay: (selection: ReplaySelection) => mutation.mutate({ workspace, ...selection }),
    isPending: mutation.isPending,
  };
}

/** Returns the latest replay requests, and polls until the newest is finished. */
export function useReplays(workspace: string) {
  return useQuery({
    ...useTRPC().ingest.replays.queryOptions({ workspace }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? PROGRESS_INTERVAL_MILLISECONDS : false),
  });
}

export function isUnderWay({ state }: Pick<Replay, "state">): boolean {
  return state === "waiting" || state === "running";
}
