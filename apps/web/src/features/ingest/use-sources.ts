"use client";

import { useQuery } from "@tanstack/react-query";
import { useLive } from "@/frame/live-rows";
import { useTRPC } from "@/trpc/client";

/** Ingest says this often how far it is: in milliseconds. */
const BEAT = 5_000;

/**
 * The sources and how each stands. Lag and rates change without a new row, so they
 * are asked for again while the page is live.
 */
export function useSources(workspace: string) {
  const { isPaused } = useLive();
  return useQuery({
    ...useTRPC().ingest.sources.queryOptions({ workspace }),
    refetchInterval: isPaused ? false : BEAT,
  });
}
