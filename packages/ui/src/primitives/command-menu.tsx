"use client";

import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxList,
  ComboboxProvider,
} from "@ariakit/react/combobox";
import { Search } from "lucide-react";
import { matchSorter, rankings } from "match-sorter";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { Scrim } from "./dialog";
import { FoundItem } from "./found-item";

export type CommandGroup = {
  heading: string;
  /** True if the app searched for the items, perhaps by other words than their text: each counts as a match. */
  isFound?: boolean;
  items: readonly {
    id: string;
    /** Text to search and display. */
    text: string;
    icon?: ReactNode;
    /** Lighter text at the right: a kind, a date, a key. */
    hint?: ReactNode;
    onSelect: () => void;
  }[];
};

export type CommandMenuProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  groups: readonly CommandGroup[];
  /** The typed text, if the app searches too; pass its results as a group. */
  query: string;
  onQueryChange: (query: string) => void;
  /** True while the app searches. */
  isSearching?: boolean;
};

/** Returns the groups and items that match the text, best first; equally good ones keep their order. */
function rankGroups(groups: readonly CommandGroup[], query: string): readonly CommandGroup[] {
  const search = query.trim();
  if (search === "") return groups;
  const ranked = matchSorter(
    groups.flatMap(({ items, ...group }) => items.map((item) => ({ item, group }))),
    search,
    {
      keys: [
        ({ item }) => item.text,
        { key: ({ group }) => (group.isFound ? search : ""), maxRanking: rankings.CONTAINS },
      ],
      baseSort: (a, b) => a.index - b.index,
    },
  );
  return [...new Set(ranked.map(({ group }) => group))].map((group) => ({
    ...group,
    items: ranked.filter((found) => found.group === group).map(({ item }) => item),
  }));
}

/** Searches pages, items and actions by typing, arrow keys and Enter. */
export function CommandMenu({
  isOpen,
  onOpenChange,
  groups,
  query,
  onQueryChange,
  isSearching = false,
}: CommandMenuProps) {
  const ranked = rankGroups(groups, query);
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[min(560px,calc(100vw-32px))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-surface shadow-e2 outline-none data-[state=open]:animate-fade-in"
        >
          <Radix.Title className="sr-only">Jump to anything</Radix.Title>
          <ComboboxProvider defaultOpen includesBaseElement={false} value={query} setValue={onQueryChange}>
            <div className="flex items-center gap-2 border-line border-b px-3">
              <Search className="size-4 text-text-3" aria-hidden />
              <Combobox
                autoSelect="always"
                aria-label="Jump to anything"
                placeholder="Jump to anything"
                className="h-11 flex-1 bg-transparent text-lg outline-none focus-visible:outline-none"
              />
            </div>
            <ComboboxList alwaysVisible aria-label="Suggestions" className="max-h-[50vh] overflow-y-auto p-1">
              {ranked.length === 0 && (
                <p className="px-2 py-3 text-text-3">{isSearching ? "Searching…" : "No results."}</p>
              )}
              {ranked.map(({ heading, items }) => (
                <ComboboxGroup key={heading}>
                  <ComboboxGroupLabel className="px-2 py-1.5 text-sm text-text-3">
                    {heading}
                  </ComboboxGroupLabel>
                  {items.map((item) => (
                    <FoundItem key={item.id} onClick={item.onSelect}>
                      {item.icon}
                      <span className="truncate">{item.text}</span>
                      {item.hint && <span className="ml-auto pl-3 text-sm text-text-3">{item.hint}</span>}
                    </FoundItem>
                  ))}
                </ComboboxGroup>
              ))}
            </ComboboxList>
          </ComboboxProvider>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
