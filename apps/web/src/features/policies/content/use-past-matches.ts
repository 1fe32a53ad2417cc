"use client";

import type { ContentRule } from "@baton/core/policy";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { addPage, NO_MATCHES, type PastMatches } from "./past-matches";

type Cursor = RouterOutputs["policies"]["content"]["matches"]["next"];

/** A search of past texts, with what it found so far. */
export interface MatchSearch {
  status: "running" | "done" | "stopped" | "failed";
  /** The searched rules. */
  rules: readonly ContentRule[];
  found: PastMatches;
  /** From 0 to 1. */
  done: number;
  message: string | null;
}

/**
 * Searches the texts of the last 30 days for what rules match, page by page.
 *
 * @returns the last search, null before the first, and functions to start and stop one.
 */
export function usePastMatches(workspace: string) {
  const { mutateAsync } = useMutation(useTRPC().policies.content.matches.mutationOptions());
  const [search, setSearch] = useState<MatchSearch | null>(null);
  /** The search whose pages are wanted. */
  const wanted = useRef(0);
  useEffect(
    () => () => {
      wanted.current += 1;
    },
    [],
  );

  const start = useCallback(
    async (rules: readonly ContentRule[]) => {
      wanted.current += 1;
      const own = wanted.current;
      const set = (next: MatchSearch) => own === wanted.current && setSearch(next);
      const until = new Date();
      let cursor: Cursor = null;
      let state: MatchSearch = { status: "running", rules, found: NO_MATCHES, done: 0, message: null };
      set(state);
      try {
        while (own === wanted.current && state.status === "running") {
          const page: RouterOutputs["policies"]["content"]["matches"] = await mutateAsync({
            workspace,
            rules: [...rules],
            until,
            cursor,
          });
          const status = page.next === null ? "done" : "running";
          state = { ...state, status, found: addPage(state.found, page), done: page.done };
          cursor = page.next;
          set(state);
        }
      } catch (error) {
        set({ ...state, status: "failed", message: error instanceof Error ? error.message : String(error) });
      }
    },
    [mutateAsync, workspace],
  );
  const stop = useCallback(() => {
    wanted.current += 1;
    setSearch((last) => last && { ...last, status: "stopped" });
  }, []);
  return { search, start, stop };
}
