"use client";

import { Check, Minus } from "lucide-react";
import * as Radix from "radix-ui/checkbox";
import type { ComponentPropsWithRef } from "react";
import { cn } from "../cn";

/** Shows yes, no or partly (`checked="indeterminate"`). Put it in a label with its text. */
export function Checkbox({ className, ...props }: ComponentPropsWithRef<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "group relative inline-grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface transition-colors before:absolute before:-inset-1 disabled:opacity-50 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent",
        className,
      )}
      {...props}
    >
      <Radix.Indicator className="text-on-accent [&_svg]:size-3 [&_svg]:stroke-[3.5]">
        <Check className="group-data-[state=indeterminate]:hidden" aria-hidden />
        <Minus className="hidden group-data-[state=indeterminate]:block" aria-hidden />
      </Radix.Indicator>
    </Radix.Root>
  );
}
