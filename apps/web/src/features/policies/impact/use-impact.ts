"use client";

import type { Policy } from "@baton/core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ImpactResult, Progress } from "../worker/policy-task";
import { WorkerClient } from "../worker/worker-client";

type Impact =
  | { status: "running"; progress: Progress | null }
  | { status: "done"; result: ImpactResult; milliseconds: number }
  | { status: "stopped" }
  | { status: "failed"; message: string };

export interface ImpactRequest {
  workspace: string;
  range: string;
  tz: string;
  current: Policy;
  draft: Policy;
}

/** Pause in typing before a replay starts, in milliseconds. */
const REST_MILLISECONDS = 700;

/**
 * Returns the delay before a replay, in milliseconds: 0 for a repeated request
 * without changes.
 */
export function restBefore(
  request: ImpactRequest,
  askedAgain: { request: ImpactRequest | null } | null,
): number {
  return askedAgain?.request === request ? 0 : REST_MILLISECONDS;
}

/**
 * Replays the draft over all handoffs of a period in a worker whenever it changes.
 *
 * @param request null if there is nothing to compare.
 * @returns the state of the replay, with the last result while a new one runs,
 * and functions to stop and restart it.
 */
export function useImpact(request: ImpactRequest | null) {
  const client = useRef<WorkerClient>(null);
  const [impact, setImpact] = useState<Impact | null>(null);
  const [last, setLast] = useState<ImpactResult | null>(null);
  const [askedAgain, setAskedAgain] = useState<{ request: ImpactRequest | null } | null>(null);

  useEffect(() => () => client.current?.stop(), []);
  useEffect(() => {
    if (!request) return setImpact(null);
    const { workspace, range, tz, current, draft } = request;
    let isWanted = true;
    const set = (next: Impact) => {
      if (isWanted) setImpact(next);
    };
    const start = async () => {
      client.current ??= new WorkerClient();
      const startedAt = performance.now();
      set({ status: "running", progress: null });
      const scope = { origin: window.location.origin, workspace, range, tz };
      try {
        const result = await client.current.run<"replay">(
          { kind: "replay", current, draft, now: Date.now(), scope },
          (progress) => set({ status: "running", progress }),
        );
        set({ status: "done", result, milliseconds: performance.now() - startedAt });
        if (isWanted) setLast(result);
      } catch (error) {
        set({ status: "failed", message: error instanceof Error ? error.message : String(error) });
      }
    };
    const timer = setTimeout(() => void start(), restBefore(request, askedAgain));
    return () => {
      isWanted = false;
      clearTimeout(timer);
      client.current?.cancel();
    };
  }, [request, askedAgain]);

  const stop = useCallback(() => {
    client.current?.cancel();
    setImpact({ status: "stopped" });
  }, []);
  const restart = useCallback(() => setAskedAgain({ request }), [request]);
  return { impact, last, stop, restart };
}
