"use client";

import type { NotificationDelivery } from "@baton/db";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

const LOOK_MILLISECONDS = 5_000;

/** Fetches recent notifications, and polls while one is pending. */
export function useNotifications(workspace: string) {
  return useQuery(
    useTRPC().notifications.list.queryOptions(
      { workspace },
      {
        refetchInterval: ({ state }) =>
          state.data?.some(({ deliveries }) => deliveries.some(isOnItsWay)) ? LOOK_MILLISECONDS : false,
      },
    ),
  );
}

/** Returns true if a delivery has neither succeeded nor finally failed. */
export function isOnItsWay({ state }: NotificationDelivery): boolean {
  return state === "pending";
}
