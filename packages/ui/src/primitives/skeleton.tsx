import { cn } from "../cn";

/** Shows a grey block in the size of the loading content, so that nothing moves when it arrives. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block animate-pulse rounded-sm bg-surface-3", className)} />;
}
