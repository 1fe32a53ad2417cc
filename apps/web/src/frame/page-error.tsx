"use client";

import { ErrorState } from "@baton/ui/layout/error-state";

/** Replaces a failed page, and shows the reference of the cause in the log. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <ErrorState title="Could not load the page" reference={error.digest} onRetry={reset}>
      The server did not respond. Your data is unchanged.
    </ErrorState>
  );
}
