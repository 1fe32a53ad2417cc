"use client";

import * as Radix from "radix-ui/switch";
import type { ComponentPropsWithRef } from "react";
import { cn } from "../cn";

/** Switches at once between on and off. Show the state as a word too ("on"). */
export function Switch({ className, ...props }: ComponentPropsWithRef<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "relative inline-block h-4 w-7 shrink-0 rounded-full bg-line-strong transition-colors before:absolute before:-inset-1 focus-visible:rounded-full disabled:opacity-50 data-[state=checked]:bg-accent",
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="absolute top-0.5 left-0.5 size-3 rounded-full bg-surface data-[state=checked]:left-3.5" />
    </Radix.Root>
  );
}
