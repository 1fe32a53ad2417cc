"use client";

import type { Role } from "@baton/db";
import { formatDate } from "@baton/ui/format/time";
import { type CommandGroup, CommandMenu } from "@baton/ui/primitives/command-menu";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "@/trpc/client";
import { addressOf, mayOpen, PAGES, PAGES_UNDER } from "./pages";
import { useTimeZone } from "./time-zone";

export type JumpMenuProps = {
  workspace: string;
  roles: readonly Role[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Any page, workspace or session by a few letters. */
export function JumpMenu({ workspace, roles, isOpen, onOpenChange }: JumpMenuProps) {
  const router = useRouter();
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const [text, setText] = useState("");
  const searched = useDeferredValue(text.trim());
  const { data: workspaces = [] } = useQuery(trpc.workspaces.list.queryOptions());
  const sessions = useQuery(
    trpc.jump.search.queryOptions(
      { workspace, text: searched },
      { enabled: isOpen && searched.length > 0, placeholderData: keepPreviousData },
    ),
  );
  const goTo = (href: string) => () => {
    onOpenChange(false);
    setText("");
    router.push(href);
  };
  const groups: CommandGroup[] = [
    {
      heading: "Pages",
      items: [
        ...PAGES.map(({ segment, label, key }) => ({ segment, text: label, hint: `g ${key}` })),
        ...PAGES_UNDER.map(({ segment, label }) => ({ segment, text: label })),
      ]
        .filter(({ segment }) => mayOpen(segment, roles))
        .map(({ segment, ...page }) => ({
          ...{ id: `page ${segment}`, ...page },
          onSelect: goTo(addressOf(workspace, segment)),
        })),
    },
    {
      heading: "Sessions",
      items: (searched === "" ? [] : (sessions.data ?? [])).map(({ sessionId, title, lastEventAt }) => ({
        id: `session ${sessionId}`,
        text: title ?? sessionId,
        hint: formatDate(lastEventAt, timeZone),
        onSelect: goTo(addressOf(workspace, "sessions", sessionId)),
      })),
    },
    {
      heading: "Workspaces",
      items: workspaces
        .filter(({ workspaceId }) => workspaceId !== workspace)
        .map(({ workspaceId, name }) => ({
          id: `workspace ${workspaceId}`,
          text: name,
          onSelect: goTo(addressOf(workspaceId)),
        })),
    },
  ];
  return (
    <CommandMenu
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      groups={groups.filter(({ items }) => items.length > 0)}
      query={text}
      onQueryChange={setText}
      isSearching={sessions.isFetching}
    />
  );
}
