"use client";

import type { NoticeDelivery } from "@baton/db";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

const LOOK_MILLISECONDS = 5_000;

/** What was announced lately; looked at again as long as something is on its way. */
export function useNotices(workspace: string) {
  return useQuery(
    useTRPC().notices.list.queryOptions(
      { workspace },
      {
        refetchInterval: ({ state }) =>
          state.data?.some(({ deliveries }) => deliveries.some(isOnItsWay)) ? LOOK_MILLISECONDS : false,
      },
    ),
  );
}

/** Whether it has neither arrived nor been given up. */
export function isOnItsWay({ state }: NoticeDelivery): boolean {
  return state === "pending";
}
