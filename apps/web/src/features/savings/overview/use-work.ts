"use client";

import { useQuery } from "@tanstack/react-query";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

export type Work = RouterOutputs["overview"]["work"];
export type Recorded = RouterOutputs["overview"]["recorded"];

/** Returns what the workspace has ever recorded: panels of other things are not shown. */
export function useRecorded(workspace: string) {
  return useQuery(useTRPC().overview.recorded.queryOptions({ workspace }));
}

/** Returns true if agents did something that needs no policy. */
export function hasWork({ ungoverned, modelCalls, compactions }: Recorded): boolean {
  return ungoverned || modelCalls || compactions;
}

/** Returns what agents did in a period, from one query for the whole page. Filters other than the period do not apply. */
export function useWork(workspace: string, { range, tz }: Pick<SavingsView, "range" | "tz">) {
  return useQuery(
    useTRPC().overview.work.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
}
