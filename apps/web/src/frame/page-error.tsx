"use client";

import { ErrorState } from "@baton/ui/layout/error-state";

/** Stands in for a page that failed, with the reference under which the log has the cause. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <ErrorState title="Could not load the page" reference={error.digest} onRetry={reset}>
      The server did not respond. Your data is unchanged.
    </ErrorState>
  );
}
