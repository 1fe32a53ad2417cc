"use client";

import * as Radix from "radix-ui/radio-group";
import type { ReactNode } from "react";
import { cn } from "../cn";

export type SegmentedControlProps<Value extends string> = {
  /** Name of the choice ("Split by") for screen readers. */
  label: string;
  options: readonly { value: Value; label: ReactNode; isDisabled?: boolean }[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  className?: string;
};

/**
 * Selects one of two to five visible options: a radio group that looks like a row of buttons. Arrow keys
 * change the selection.
 */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: SegmentedControlProps<Value>) {
  return (
    <Radix.Root
      aria-label={label}
      value={value}
      orientation="horizontal"
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option) onValueChange(option.value);
      }}
      className={cn(
        "inline-flex shrink-0 overflow-hidden rounded-md border border-line-2 bg-surface shadow-e1 has-focus-visible:overflow-visible max-sm:w-full",
        className,
      )}
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          disabled={option.isDisabled}
          className="inline-flex h-[calc(var(--control)-2px)] items-center justify-center gap-1.5 whitespace-nowrap border-line border-l px-2.5 font-medium text-sm text-text-2 transition-colors first:border-l-0 enabled:hover:bg-surface-2 disabled:text-text-3 data-[state=checked]:bg-surface-3 data-[state=checked]:font-semibold data-[state=checked]:text-text max-sm:flex-1 max-sm:px-1.5 [&_svg]:size-3.5"
        >
          {option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
