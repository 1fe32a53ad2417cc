"use client";

import { Check, ChevronDown } from "lucide-react";
import * as Radix from "radix-ui/select";
import type { ReactNode } from "react";
import { cn } from "../cn";
import { controlBox } from "./input";
import { menuItem, menuSurface } from "./menu-look";

export type SelectOption = { value: string; label: ReactNode; isDisabled?: boolean };

export type SelectProps = {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  /** Needed where no Field labels it. */
  "aria-label"?: string;
  id?: string;
  disabled?: boolean;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
  className?: string;
};

/** One of a few: a button that opens a list. Typing jumps to an option; more than about 15 belong in a Combobox. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  className,
  ...trigger
}: SelectProps) {
  return (
    <Radix.Root value={value ?? ""} onValueChange={onValueChange} disabled={disabled}>
      <Radix.Trigger
        className={cn(controlBox, "justify-between data-placeholder:text-text-3", className)}
        {...trigger}
      >
        <span className="truncate">
          {/* Named here, since Radix itself knows the words only once the list was drawn in the browser. */}
          <Radix.Value placeholder={placeholder}>
            {options.find((option) => option.value === value)?.label}
          </Radix.Value>
        </span>
        <Radix.Icon asChild>
          <ChevronDown className="size-3.5" aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className={cn(
            menuSurface,
            "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)",
          )}
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.isDisabled}
                className={menuItem}
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ml-auto">
                  <Check className="size-3.5 text-accent" aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
