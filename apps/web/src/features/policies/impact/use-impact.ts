"use client";

import type { Policy, PolicyReplayResult } from "@baton/core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Progress } from "../worker/policy-task";
import { WorkerClient } from "../worker/worker-client";

export type Impact =
  | { status: "running"; progress: Progress | null }
  | { status: "done"; result: PolicyReplayResult; milliseconds: number }
  | { status: "stopped" }
  | { status: "failed"; message: string };

export interface ImpactRequest {
  workspace: string;
  range: string;
  tz: string;
  current: Policy;
  draft: Policy;
}

/** After an edit a replay begins when nobody has typed for this long, in milliseconds. */
const REST_MILLISECONDS = 700;

/**
 * How long to wait before a replay, in milliseconds: not at all for one that was asked
 * for again, however often, and as it stands.
 */
export function restBefore(
  request: ImpactRequest,
  askedAgain: { request: ImpactRequest | null } | null,
): number {
  return askedAgain?.request === request ? 0 : REST_MILLISECONDS;
}

/**
 * Replays the draft over all handoffs of a period whenever it changes, beside the page.
 *
 * @param request null where there is nothing to compare.
 * @returns where the replay stands, with the last result while a new one is on its way,
 *   and the means to stop it and begin again.
 */
export function useImpact(request: ImpactRequest | null) {
  const client = useRef<WorkerClient>(null);
  const [impact, setImpact] = useState<Impact | null>(null);
  const [last, setLast] = useState<PolicyReplayResult | null>(null);
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
