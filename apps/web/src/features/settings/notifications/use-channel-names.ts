"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

/** Returns the channels of a workspace with their names. */
export function useChannelNames(workspace: string) {
  const { data } = useQuery(useTRPC().notifications.channels.queryOptions({ workspace }));
  const channels = data?.channels ?? [];
  const names = new Map(channels.map(({ channelId, target }) => [channelId, target]));
  return { channels, nameOf: (channelId: number) => names.get(channelId) ?? "deleted channel" };
}
