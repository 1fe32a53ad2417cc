"use client";

import { ChevronDown } from "lucide-react";
import { cn } from "../cn";
import { controlBox } from "./input";

export type SelectOption = { value: string; label: string };

export type SelectProps = {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  /** Text without a selection. */
  placeholder?: string;
  /** Required without a Field label. */
  "aria-label"?: string;
  id?: string;
  disabled?: boolean;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
  className?: string;
};

/**
 * Selects one of a few options with the browser's own control. Typing jumps to an option. Use a Combobox for
 * more than about 15.
 */
export function Select({ options, value, onValueChange, placeholder, className, ...control }: SelectProps) {
  const isChosen = options.some((option) => option.value === value);
  return (
    <span className={cn("relative flex w-full min-w-0", className)}>
      <select
        className={cn(controlBox, "block appearance-none truncate pr-7", !isChosen && "text-text-3")}
        value={isChosen ? value : ""}
        onChange={(event) => onValueChange(event.target.value)}
        {...control}
      >
        {!isChosen && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} className="text-text">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2"
        aria-hidden
      />
    </span>
  );
}
