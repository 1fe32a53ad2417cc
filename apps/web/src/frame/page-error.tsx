"use client";

import { ErrorState } from "@baton/ui/layout/error-state";

/**
 * Replaces a failed page, and shows the reference of the cause in the log. Loads the page again, because Next's
 * `reset` only draws the failed answer once more.
 */
export function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <ErrorState
      title="Could not load the page"
      reference={error.digest}
      onRetry={() => window.location.reload()}
    >
      The server did not respond. Your data is unchanged.
    </ErrorState>
  );
}
