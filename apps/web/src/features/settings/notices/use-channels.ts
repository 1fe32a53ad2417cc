"use client";

import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

/** The channels of a workspace, and what an owner may do with them. */
export function useChannels(workspace: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const onSettled = () => queryClient.invalidateQueries(trpc.notices.pathFilter());
  const fail = (error: { message: string }) =>
    showToast({ tone: "danger", title: "Channel not saved", description: error.message });
  return {
    query: useQuery(trpc.notices.channels.queryOptions({ workspace })),
    add: useMutation(trpc.notices.addChannel.mutationOptions({ onSettled })),
    change: useMutation(trpc.notices.changeChannel.mutationOptions({ onSettled, onError: fail })),
    renew: useMutation(trpc.notices.renewSecret.mutationOptions({ onSettled })),
    remove: useMutation(trpc.notices.removeChannel.mutationOptions({ onSettled })),
    test: useMutation(trpc.notices.test.mutationOptions()),
  };
}
