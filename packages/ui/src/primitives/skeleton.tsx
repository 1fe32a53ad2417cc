import { cn } from "../cn";

/** A grey block in the size of what is being loaded, so that nothing moves when it comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block animate-pulse rounded-sm bg-surface-3", className)} />;
}
