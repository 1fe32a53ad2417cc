"use client";

import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cn } from "../cn";
import { controlBox } from "./input";
import { foundItem } from "./menu-look";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";

export type ComboboxProps = {
  /** `text` is what is searched and read; `label` what is drawn, if it is more than the text. */
  options: readonly { value: string; text: string; label?: ReactNode }[];
  value: string | null;
  /** Null when the chosen one is chosen again, which takes it away. */
  onValueChange: (value: string | null) => void;
  /** With nothing chosen ("any agent"). */
  placeholder: string;
  /** What is searched for ("Find an agent"). */
  searchLabel: string;
  /** With it a name that is no option can be chosen too; says so of what was typed (“Use claims_agent”). */
  otherLabel?: (text: string) => string;
  /** Needed where no Field labels it. */
  "aria-label"?: string;
  id?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
  className?: string;
};

/** One of many: a button that opens a list with a search. */
export function Combobox({
  options,
  value,
  onValueChange,
  placeholder,
  searchLabel,
  otherLabel,
  className,
  ...trigger
}: ComboboxProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const other = typed.trim();
  const isOther = otherLabel && other !== "" && !options.some((option) => option.value === other);
  const choose = (next: string | null) => {
    onValueChange(next);
    setTyped("");
    setOpen(false);
  };
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover
      open={isOpen}
      onOpenChange={(isOpening) => {
        setOpen(isOpening);
        setTyped("");
      }}
    >
      <PopoverTrigger className={cn(controlBox, "justify-between", className)} {...trigger}>
        <span className={cn("truncate", !chosen && value === null && "text-text-3")}>
          {chosen ? (chosen.label ?? chosen.text) : (value ?? placeholder)}
        </span>
        <ChevronDown className="size-3.5" aria-hidden />
      </PopoverTrigger>
      <PopoverContent aria-label={searchLabel} className="w-(--radix-popover-trigger-width) min-w-56 p-0">
        <Command label={searchLabel}>
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder={searchLabel}
            className="h-9 w-full border-line border-b bg-transparent px-3 outline-none focus-visible:outline-none"
          />
          <Command.List className="max-h-72 overflow-y-auto p-1">
            {!isOther && (
              <Command.Empty className="px-2 py-3 text-text-3">Nothing has this name.</Command.Empty>
            )}
            {options.map((option) => (
              <Command.Item
                key={option.value}
                value={option.value}
                keywords={[option.text]}
                onSelect={() => choose(option.value === value ? null : option.value)}
                className={foundItem}
              >
                <span className="truncate">{option.label ?? option.text}</span>
                {option.value === value && <Check className="ml-auto text-accent" aria-hidden />}
              </Command.Item>
            ))}
            {isOther && (
              <Command.Item
                forceMount
                value={`other ${other}`}
                onSelect={() => choose(other)}
                className={foundItem}
              >
                <span className="truncate">{otherLabel(other)}</span>
              </Command.Item>
            )}
          </Command.List>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
