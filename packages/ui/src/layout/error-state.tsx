"use client";

import type { ReactNode } from "react";
import { Button } from "../primitives/button";
import { Finding } from "./finding";

export type ErrorStateProps = {
  /** Names the failure ("Could not load the chart"). */
  title: string;
  /** The reason, and what still works ("The rest of the page is up to date as of 14:34:12."). */
  children?: ReactNode;
  onRetry?: () => void;
  /** Reference to quote when asking for help; also in the server log. */
  reference?: string;
};

/** Replaces only the part that failed. */
export function ErrorState({ title, children, onRetry, reference }: ErrorStateProps) {
  return (
    <Finding tone="danger" title={title} role="alert">
      {children}
      {(onRetry || reference) && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {onRetry && (
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          )}
          {reference && (
            <span className="text-sm text-text-3">
              Reference <code>{reference}</code>
            </span>
          )}
        </div>
      )}
    </Finding>
  );
}
