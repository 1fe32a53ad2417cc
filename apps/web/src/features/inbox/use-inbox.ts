"use client";

import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

/** Returns the user's inbox, and the action that marks items as read, which shows at once. */
export function useInbox(workspace: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const queryKey = trpc.inbox.list.queryKey({ workspace });
  const markRead = useMutation(
    trpc.inbox.markRead.mutationOptions({
      onMutate: async ({ notificationIds }) => {
        await queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData(queryKey, (items) =>
          items?.map((item) =>
            notificationIds?.includes(item.notificationId) === false ? item : { ...item, isRead: true },
          ),
        );
      },
      onError: ({ message }) =>
        showToast({ tone: "danger", title: "Not marked as read", description: message }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey }),
          queryClient.invalidateQueries(trpc.workspaces.status.queryFilter({ workspace })),
        ]),
    }),
  );
  return { query: useQuery(trpc.inbox.list.queryOptions({ workspace })), markRead };
}
