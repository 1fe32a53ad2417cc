"use client";

import { Combobox, ComboboxList, ComboboxProvider } from "@ariakit/react/combobox";
import { Check } from "lucide-react";
import { matchSorter } from "match-sorter";
import { useState } from "react";
import { ComboboxButton, type ComboboxButtonProps } from "./combobox-button";
import { FoundItem } from "./found-item";
import { Name } from "./name";
import { Popover, PopoverContent, PopoverTrigger } from "./popover";

export type ComboboxProps = Pick<ComboboxButtonProps, "options" | "value" | "placeholder"> & {
  /** Called with null when the user clears the selection by selecting it again. */
  onValueChange: (value: string | null) => void;
  /** Name of the search box ("Find an agent"). */
  searchLabel: string;
  /** Allows a name that is not an option, and labels it (“Use claims_agent”). */
  otherLabel?: (text: string) => string;
  /** Required without a Field label. */
  "aria-label"?: string;
  id?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
  className?: string;
};

/** The combobox with its list, initially open, because the click that loaded it asked for that. */
export function OpenCombobox({ onValueChange, searchLabel, otherLabel, ...button }: ComboboxProps) {
  const { options, value } = button;
  const [isOpen, setOpen] = useState(true);
  const [typed, setTyped] = useState("");
  const other = typed.trim();
  const isOption = options.some(
    ({ value: known, text, aliases = [] }) => known === other || text === other || aliases.includes(other),
  );
  const isOther = otherLabel && other !== "" && !isOption;
  const found = matchSorter(options, other, {
    keys: ["value", "text", ({ aliases = [] }) => [...aliases]],
    baseSort: (a, b) => a.index - b.index,
  });
  const choose = (next: string | null) => {
    onValueChange(next);
    setTyped("");
    setOpen(false);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={(isOpening) => {
        setOpen(isOpening);
        setTyped("");
      }}
    >
      <PopoverTrigger asChild>
        <ComboboxButton {...button} />
      </PopoverTrigger>
      <PopoverContent aria-label={searchLabel} className="w-(--radix-popover-trigger-width) min-w-56 p-0">
        <ComboboxProvider defaultOpen includesBaseElement={false} value={typed} setValue={setTyped}>
          <Combobox
            autoSelect="always"
            aria-label={searchLabel}
            placeholder={searchLabel}
            className="h-9 w-full border-line border-b bg-transparent px-3 outline-none focus-visible:outline-none"
          />
          <ComboboxList alwaysVisible aria-label="Suggestions" className="max-h-72 overflow-y-auto p-1">
            {found.length === 0 && !isOther && <p className="px-2 py-3 text-text-3">No results.</p>}
            {found.map((option) => (
              <FoundItem
                key={option.value}
                onClick={() => choose(option.value === value ? null : option.value)}
              >
                <span className="truncate">{option.label ?? <Name>{option.text}</Name>}</span>
                {option.value === value && <Check className="ml-auto text-accent" aria-hidden />}
              </FoundItem>
            ))}
            {isOther && (
              <FoundItem onClick={() => choose(other)}>
                <span className="truncate">{otherLabel(other)}</span>
              </FoundItem>
            )}
          </ComboboxList>
        </ComboboxProvider>
      </PopoverContent>
    </Popover>
  );
}
