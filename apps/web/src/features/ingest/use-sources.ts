"use client";

import { useQuery } from "@tanstack/react-query";
import { useLive } from "@/frame/live-rows";
import { useTRPC } from "@/trpc/client";

/** Interval of ingest's progress reports, in milliseconds. */
const BEAT = 5_000;

/**
 * Returns the sources with their status. Lag and rates change without new rows, so this polls while the page
 * is live.
 */
export function useSources(workspace: string) {
  const { isPaused } = useLive();
  return useQuery({
    ...useTRPC().ingest.sources.queryOptions({ workspace }),
    refetchInterval: isPaused ? false : BEAT,
  });
}
