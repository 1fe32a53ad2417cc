"use client";

import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

/** Returns the channels of a workspace, and the actions of an owner. */
export function useChannels(workspace: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const onSettled = () => queryClient.invalidateQueries(trpc.notifications.pathFilter());
  const fail = (error: { message: string }) =>
    showToast({ tone: "danger", title: "Channel not saved", description: error.message });
  return {
    query: useQuery(trpc.notifications.channels.queryOptions({ workspace })),
    add: useMutation(trpc.notifications.addChannel.mutationOptions({ onSettled })),
    change: useMutation(trpc.notifications.changeChannel.mutationOptions({ onSettled, onError: fail })),
    renew: useMutation(trpc.notifications.renewSecret.mutationOptions({ onSettled })),
    remove: useMutation(trpc.notifications.removeChannel.mutationOptions({ onSettled })),
    test: useMutation(trpc.notifications.test.mutationOptions()),
  };
}
