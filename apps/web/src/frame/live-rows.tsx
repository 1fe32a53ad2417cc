"use client";

import type { RowsNotification } from "@baton/db";
import { type Query, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTRPC } from "@/trpc/client";
import { isWorthRetrying } from "@/trpc/query-client";

/** However fast rows come in, a page asks again at most this often, in milliseconds. */
const REFRESH_INTERVAL_MILLISECONDS = 1_000;

/** Routers whose answers change when rows come in. */
const ROUTERS_OF_HANDOFFS: readonly string[] = [
  "overview",
  "sessions",
  "handoffs",
  "compactions",
  "lineage",
  "policies",
];
/** And those that may change with any file. */
const ROUTERS_OF_INGEST: readonly string[] = [
  "ingest",
  "workspaces",
  "manifests",
  "rollout",
  "savings",
  "tasks",
  "documents",
];

/**
 * A stream that ends is opened again at once, so that it counts as lost only after a while, in milliseconds.
 */
const LOST_AFTER = 4_000;

interface Live {
  /** Whether the server has not been heard for a while: what stands on the page may no longer be so. */
  isLost: boolean;
  isPaused: boolean;
  /** Whether rows came in while paused. */
  hasNews: boolean;
  pause: () => void;
  play: () => void;
}

const LiveContext = createContext<Live>({
  isLost: false,
  isPaused: false,
  hasNews: false,
  pause() {},
  play() {},
});

/** Whether the page follows what comes in, and the means to hold it still. */
export function useLive(): Live {
  return useContext(LiveContext);
}

export interface LiveRowsProviderProps {
  workspace: string;
  /** Where the announcements stood when the server drew the page: what came since then is asked for again. */
  mark: string;
  children: ReactNode;
}

/** Once, around a workspace's pages: one stream for the whole tab; what it announces is asked for again. */
export function LiveRowsProvider({ workspace, mark, children }: LiveRowsProviderProps) {
  const [isPaused, setPaused] = useState(false);
  const [hasNews, setNews] = useState(false);
  const refresh = useRefresh();
  const trpc = useTRPC();

  const { status, error, reset } = useSubscription(
    trpc.live.rows.subscriptionOptions(
      { workspace, lastEventId: mark },
      {
        onData: ({ data }) => {
          if (isPaused) setNews(true);
          else refresh(data);
        },
      },
    ),
  );

  // Who is no longer let in is told so by whatever they ask for, and not by asking again and again.
  const isRefused = status === "error" && error instanceof Error && !isWorthRetrying(error);
  const isEnded = (status === "error" || status === "idle") && !isRefused;
  // A stream that was cut off is opened again by itself, but neither one that the server ended, as it does
  // when it stops, nor one that was refused, as it is while it starts.
  useEffect(() => {
    if (!isEnded) return;
    const timer = setTimeout(reset, LOST_AFTER);
    return () => clearTimeout(timer);
  }, [isEnded, reset]);
  const comeBack = useCallback(() => (isPaused ? setNews(true) : refresh(null)), [isPaused, refresh]);
  const isLost = useIsLost(status !== "pending" && !isRefused, comeBack);
  const live = useMemo<Live>(
    () => ({
      isLost,
      isPaused,
      hasNews,
      pause: () => setPaused(true),
      play: () => {
        setPaused(false);
        setNews(false);
        if (hasNews) refresh(null);
      },
    }),
    [isLost, isPaused, hasNews, refresh],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Whether there has been no stream for a while; once there is one again, what stands on the page is old. */
function useIsLost(isCut: boolean, comeBack: () => void): boolean {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (isCut) {
      const timer = setTimeout(() => setLost(true), LOST_AFTER);
      return () => clearTimeout(timer);
    }
    if (!isLost) return;
    setLost(false);
    comeBack();
  }, [isCut, isLost, comeBack]);
  return isLost;
}

/** Asks again for what an announcement concerns: at once, and then gathered once an interval. */
function useRefresh(): (rows: RowsNotification | null) => void {
  const queryClient = useQueryClient();
  const waiting = useRef<(RowsNotification | null)[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (rows) => {
      waiting.current.push(rows);
      if (timer.current !== undefined) return;
      const ask = () => {
        const announced = waiting.current;
        waiting.current = [];
        timer.current = announced.length > 0 ? setTimeout(ask, REFRESH_INTERVAL_MILLISECONDS) : undefined;
        if (announced.length === 0) return;
        // What is being asked for already is not asked for anew: under a steady stream it would never arrive.
        void queryClient.invalidateQueries(
          { predicate: (query) => announced.some((each) => isConcerned(query, each)) },
          { cancelRefetch: false },
        );
      };
      ask();
    },
    [queryClient],
  );
}

function isConcerned({ queryKey: [path] }: Query, rows: RowsNotification | null): boolean {
  const router: unknown = Array.isArray(path) ? path[0] : undefined;
  if (typeof router !== "string") return false;
  if (ROUTERS_OF_INGEST.includes(router)) return true;
  return (
    ROUTERS_OF_HANDOFFS.includes(router) && (rows === null || rows.hasHandoffs || rows.sessionIds.length > 0)
  );
}
