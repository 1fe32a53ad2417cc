"use client";

import { ErrorState } from "@baton/ui/layout/error-state";

/** Stands in for a page that failed, with the reference under which the log has the cause. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <ErrorState title="The page could not be loaded" reference={error.digest} onRetry={reset}>
      Something that the page needs did not answer. What was stored is untouched.
    </ErrorState>
  );
}
