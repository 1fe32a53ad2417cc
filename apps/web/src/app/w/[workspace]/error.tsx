"use client";

import { ErrorState } from "@baton/ui/layout/error-state";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorState title="The page could not be loaded" reference={error.digest} onRetry={reset}>
      Something that it needs did not answer. What was stored is untouched.
    </ErrorState>
  );
}
