import type { ReactNode } from "react";
import { cn } from "../cn";
import { Name } from "./name";

/** Draws a thin arrow between two names or values; screen readers say "to". */
export function Arrow({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 14 10"
      role="img"
      aria-label="to"
      className={cn("mx-1 inline-block h-2.5 w-3.5 flex-none align-[-1px]", className)}
      fill="none"
      stroke="var(--text-3)"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M1 5h11.5M9 1.5L12.5 5 9 8.5" />
    </svg>
  );
}

/** Shows two items with an arrow between them: the agents of a handoff, a size before and after. */
export function FromTo({ from, to, className }: { from: ReactNode; to: ReactNode; className?: string }) {
  return (
    <span className={cn("whitespace-nowrap max-sm:whitespace-normal", className)}>
      <Name>{from}</Name>
      <Arrow />
      <Name>{to}</Name>
    </span>
  );
}
