"use client";

import { formatTime } from "@baton/ui/format/time";
import { ErrorState } from "@baton/ui/layout/error-state";
import type { TRPCClientErrorLike } from "@trpc/client";
import type { AppRouter } from "@/server/root";
import { useTimeZone } from "./time-zone";

export type QueryErrorProps = {
  /** Names the failure ("Could not load the chart"). */
  title: string;
  query: { error: TRPCClientErrorLike<AppRouter> | null; errorUpdatedAt: number; refetch: () => unknown };
};

/** Replaces the part of a page whose query failed with the reason and the next step. */
export function QueryError({ title, query: { error, errorUpdatedAt, refetch } }: QueryErrorProps) {
  const timeZone = useTimeZone();
  return (
    <ErrorState title={title} onRetry={() => void refetch()} reference={error?.data?.reference ?? undefined}>
      {/* Without data, the server did not respond, and the browser's message would not help the user. */}
      {error?.data ? error.message : "The server did not respond."} Last tried at{" "}
      {formatTime(errorUpdatedAt, timeZone)}.
    </ErrorState>
  );
}
