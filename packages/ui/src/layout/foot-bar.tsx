import type { ComponentPropsWithRef } from "react";
import { cn } from "../cn";

/**
 * Shows a bar fixed to the bottom of the page, with pending work and its
 * buttons. Give it an `aria-label`.
 */
export function FootBar({ className, ...props }: ComponentPropsWithRef<"section">) {
  return (
    <section
      className={cn(
        "sticky bottom-0 z-20 -mx-6 mt-auto -mb-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-surface px-6 py-2.5 shadow-up max-md:-mx-4 max-md:-mb-8 max-md:px-4",
        className,
      )}
      {...props}
    />
  );
}
