"use client";

import type { Role } from "@baton/db";
import { formatDate } from "@baton/ui/format/time";
import { type CommandGroup, CommandMenu } from "@baton/ui/primitives/command-menu";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useDeferredValue, useState } from "react";
import { pageOfAddress } from "@/features/artifacts/address/page-of-address";
import { type SubjectKind, subjectAddress } from "@/features/traffic/subject";
import { useTRPC } from "@/trpc/client";
import { addressOf, mayOpen, PAGES, PAGES_UNDER, settingsPagesOf, withQuery } from "./pages";
import { useTimeZone } from "./time-zone";

type JumpMenuProps = {
  workspace: string;
  roles: readonly Role[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Maximum rules to suggest; more letters find the others. */
const MOST_NAMES = 8;

/** Any page, session, agent, field, pair, rule, workflow or workspace by a few letters. */
export function JumpMenu({ workspace, roles, isOpen, onOpenChange }: JumpMenuProps) {
  const router = useRouter();
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const [text, setText] = useState("");
  const searched = useDeferredValue(text.trim());
  const { data: workspaces = [] } = useQuery(trpc.workspaces.list.queryOptions());
  const isNaming = isOpen && searched.length > 0 && mayOpen("sessions", roles);
  const search = useQuery(
    trpc.jump.search.queryOptions(
      { workspace, text: searched },
      { enabled: isNaming, placeholderData: keepPreviousData },
    ),
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
  const toItem = (kind: SubjectKind, names: readonly string[], hint?: ReactNode) => ({
    id: `${kind} ${names.join(" → ")}`,
    text: names.join(" → "),
    ...(hint !== undefined && { hint }),
    onSelect: goTo(subjectAddress(workspace, kind, ...names)),
  });
  const found = isNaming ? search.data : undefined;
  // Sessions are found by their ID too, pairs by several words. Results of the text before must still match this one.
  const isFound = !search.isPlaceholderData;
  const foundRules = isNaming
    ? rules.filter((rule) => rule.toLowerCase().includes(searched.toLowerCase())).slice(0, MOST_NAMES)
    : [];
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
      heading: "Artifacts",
      items:
        isNaming && searched.startsWith("artifact://")
          ? [{ id: "artifact", text: `Open ${searched}`, onSelect: goTo(pageOfAddress(workspace, searched)) }]
          : [],
    },
    { heading: "Agents", items: found?.agents.map((name) => toItem("agents", [name])) ?? [] },
    { heading: "Fields", items: found?.fields.map((name) => toItem("fields", [name])) ?? [] },
    { heading: "Rules", items: foundRules.map((name) => toItem("rules", [name])) },
    {
      heading: "Pairs",
      isFound,
      items: found?.pairs.map(({ fromAgent, toAgent }) => toItem("pairs", [fromAgent, toAgent])) ?? [],
    },
    {
      heading: "Sessions",
      isFound,
      items: (found?.sessions ?? []).map(({ sessionId, title, lastEventAt }) => ({
        id: `session ${sessionId}`,
        text: title ?? sessionId,
        hint: formatDate(lastEventAt, timeZone),
        onSelect: goTo(addressOf(workspace, "sessions", sessionId)),
      })),
    },
    {
      heading: "Workflows",
      isFound,
      items:
        found?.workflows.map(({ workflowId, at }) =>
          toItem("workflows", [workflowId], formatDate(at, timeZone)),
        ) ?? [],
    },
    {
      heading: "Search",
      // Not before the names that are found, or Enter would choose it instead of them.
      items:
        isNaming && !search.isFetching && mayOpen("search", roles)
          ? [
              {
                id: "search",
                text: `Search in all sessions for “${searched}”`,
                onSelect: goTo(withQuery(addressOf(workspace, "search"), { search: searched })),
              },
            ]
          : [],
    },
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
      isSearching={search.isFetching}
    />
  );
}
