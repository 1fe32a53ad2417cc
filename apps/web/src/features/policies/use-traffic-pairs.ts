"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

/** Returns the pairs of agents with handoffs in a period, for a comparison of policies; undefined without any. */
export function useTrafficPairs(workspace: string, range: string) {
  const tz = useTimeZone();
  const { data } = useQuery(useTRPC().policies.seen.pairs.queryOptions({ workspace, range, tz }));
  return useMemo(() => {
    const pairs = data?.map(({ from, to }) => ({ from, to })) ?? [];
    return pairs.length > 0 ? pairs : undefined;
  }, [data]);
}
