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

/** Minimum interval between refetches of a page, in milliseconds. */
const REFRESH_INTERVAL_MILLISECONDS = 1_000;

/** Routers whose results change with new rows. */
const ROUTERS_OF_HANDOFFS: readonly string[] = [
  "overview",
  "sessions",
  "handoffs",
  "compactions",
  "lineage",
  "policies",
];
/** Routers whose results may change with any file. */
const ROUTERS_OF_INGEST: readonly string[] = [
  "inbox",
  "ingest",
  "workspaces",
  "manifests",
  "rollout",
  "savings",
  "ranking",
  "tasks",
  "documents",
  "usage",
];

/** Policy data that change when a user edits, reviews or publishes. */
const POLICY_PROCEDURES: readonly string[] = [
  "drafts",
  "publications",
  "releases",
  "reviews",
  "get",
  "versions",
];

/** A closed stream is reopened at once, so it counts as lost only after this time, in milliseconds. */
const LOST_AFTER = 4_000;

interface Live {
  /** True if the server has been unreachable for a while: the page may be outdated. */
  isLost: boolean;
  isPaused: boolean;
  /** True if new rows arrived while paused. */
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

/** Returns the live state of the page, with functions to pause and resume it. */
export function useLive(): Live {
  return useContext(LiveContext);
}

interface LiveRowsProviderProps {
  workspace: string;
  /** Position of the announcements when the server rendered the page: later data is refetched. */
  mark: string;
  children: ReactNode;
}

/** Wraps a workspace's pages: uses one stream for the whole tab, and refetches the data that it announces. */
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

  // Do not retry after a refusal: every other request of the user fails with the reason.
  const isRefused = status === "error" && error instanceof Error && !isWorthRetrying(error);
  const isEnded = (status === "error" || status === "idle") && !isRefused;
  // The client reopens a stream that was cut off, but not one that the server ended while stopping, or
  // refused while starting.
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

/** Returns true after a while without a stream; when it is back, the page's data is outdated. */
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

/** Returns a function that refetches announced data: at once, and then at most once per interval. */
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
        // Do not restart pending requests: under a steady stream they would never finish.
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
  const [router, procedure]: unknown[] = Array.isArray(path) ? path : [];
  if (typeof router !== "string") return false;
  if (rows?.isPolicy) {
    const isPolicy = router === "policies" && POLICY_PROCEDURES.some((name) => name === procedure);
    return isPolicy || router === "workspaces" || router === "inbox";
  }
  if (ROUTERS_OF_INGEST.includes(router)) return true;
  return (
    ROUTERS_OF_HANDOFFS.includes(router) && (rows === null || rows.hasHandoffs || rows.sessionIds.length > 0)
  );
}
