"use client";

import type { Role } from "@baton/db";
import { formatDate } from "@baton/ui/format/time";
import { type CommandGroup, CommandMenu } from "@baton/ui/primitives/command-menu";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "@/trpc/client";
import { addressOf, mayOpen, PAGES, PAGES_UNDER, settingsPagesOf, withQuery } from "./pages";
import { useTimeZone } from "./time-zone";

export type JumpMenuProps = {
  workspace: string;
  roles: readonly Role[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Any page, session, agent, rule or workspace by a few letters. */
export function JumpMenu({ workspace, roles, isOpen, onOpenChange }: JumpMenuProps) {
  const router = useRouter();
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const [text, setText] = useState("");
  const searched = useDeferredValue(text.trim());
  const { data: workspaces = [] } = useQuery(trpc.workspaces.list.queryOptions());
  const isNaming = isOpen && searched.length > 0 && mayOpen("sessions", roles);
  const sessions = useQuery(
    trpc.jump.search.queryOptions(
      { workspace, text: searched },
      { enabled: isNaming, placeholderData: keepPreviousData },
    ),
  );
  const { data: agents = [] } = useQuery(
    trpc.overview.agents.queryOptions({ workspace }, { enabled: isNaming }),
  );
  const { data: live } = useQuery(
    trpc.policies.get.queryOptions({ workspace, version: null }, { enabled: isNaming }),
  );
  const rules = live?.policy?.agent_handoff_rules.map(({ rule_id }) => rule_id) ?? [];
  const goTo = (href: string) => () => {
    onOpenChange(false);
    setText("");
    router.push(href);
  };
  const listNames = (kind: "agent" | "rule", names: readonly string[]) =>
    names
      .filter((name) => name.toLowerCase().includes(searched.toLowerCase()))
      .slice(0, 8)
      .map((name) => ({
        id: `${kind} ${name}`,
        text: name,
        onSelect: goTo(withQuery(addressOf(workspace, "sessions"), { [kind]: name })),
      }));
  const groups: CommandGroup[] = [
    {
      heading: "Pages",
      items: [
        ...PAGES.map(({ segment, label, key }) => ({ segment, text: label, hint: `g ${key}` })),
        ...PAGES_UNDER.map(({ segment, label }) => ({ segment, text: label })),
      ]
        .filter(({ segment }) => mayOpen(segment, roles))
        .map(({ segment, ...page }) => ({
          id: `page ${segment}`,
          ...page,
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
    { heading: "Agents and their sessions", items: isNaming ? listNames("agent", agents) : [] },
    { heading: "Rules and their sessions", items: isNaming ? listNames("rule", rules) : [] },
    {
      heading: "Settings",
      items: (searched === "" ? [] : settingsPagesOf(workspace, roles)).map(({ label, href }) => ({
        id: `page ${href}`,
        text: label,
        onSelect: goTo(href),
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
