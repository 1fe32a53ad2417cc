"use client";

import { Input } from "@baton/ui/primitives/input";
import { Search } from "lucide-react";
import { debounce, type Options } from "nuqs";
import { TYPING_PAUSE_MILLISECONDS } from "./use-settled";

export interface SearchBoxProps {
  /** Names the searched data for screen readers. */
  label: string;
  /** Example or hint for the input. */
  placeholder: string;
  /** Text in the URL at the first render. */
  search: string | null;
  onChange: (change: { search: string | null }, options: Options) => void;
  className?: string;
}

/** Searches a list, and keeps the text in the URL. */
export function SearchBox({
  label,
  placeholder,
  search,
  onChange,
  className = "w-64 max-sm:w-full",
}: SearchBoxProps) {
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      className={className}
      leading={<Search aria-hidden />}
      defaultValue={search ?? ""}
      onChange={(event) =>
        onChange(
          { search: event.target.value || null },
          { limitUrlUpdates: debounce(TYPING_PAUSE_MILLISECONDS) },
        )
      }
    />
  );
}
