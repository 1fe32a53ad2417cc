import type { ReactNode } from "react";
import { cn } from "../cn";

/** Shows one or more keys ("⌘ K"). */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "whitespace-nowrap rounded-sm border border-line-2 bg-surface px-[5px] font-medium font-sans text-text-3 text-xs",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
