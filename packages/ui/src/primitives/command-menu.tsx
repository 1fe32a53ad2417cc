"use client";

import { Command, defaultFilter } from "cmdk";
import { Search } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { Scrim } from "./dialog";
import { foundItem } from "./menu-look";

export type CommandGroup = {
  heading: string;
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

/** Ranks an item by its text alone: letters of its ID, such as an address, would match almost any word. */
function rankText(_: string, search: string, keywords: string[] = []): number {
  return defaultFilter(keywords.join(" "), search);
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
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[min(560px,calc(100vw-32px))] -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-surface shadow-e2 outline-none data-[state=open]:animate-fade-in"
        >
          <Radix.Title className="sr-only">Jump to anything</Radix.Title>
          <Command label="Jump to anything" filter={rankText}>
            <div className="flex items-center gap-2 border-line border-b px-3">
              <Search className="size-4 text-text-3" aria-hidden />
              <Command.Input
                value={query}
                onValueChange={onQueryChange}
                placeholder="Jump to anything"
                className="h-11 flex-1 bg-transparent text-lg outline-none focus-visible:outline-none"
              />
            </div>
            <Command.List className="max-h-[50vh] overflow-y-auto p-1">
              <Command.Empty className="px-2 py-3 text-text-3">
                {isSearching ? "Searching…" : "No results."}
              </Command.Empty>
              {groups.map((group) => (
                <Command.Group
                  key={group.heading}
                  heading={group.heading}
                  className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-text-3"
                >
                  {group.items.map((item) => (
                    <Command.Item
                      key={item.id}
                      value={item.id}
                      keywords={[item.text]}
                      onSelect={item.onSelect}
                      className={foundItem}
                    >
                      {item.icon}
                      <span className="truncate">{item.text}</span>
                      {item.hint && <span className="ml-auto pl-3 text-sm text-text-3">{item.hint}</span>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
