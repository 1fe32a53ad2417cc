"use client";

import { Dot } from "@baton/ui/primitives/dot";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@baton/ui/primitives/dropdown-menu";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/trpc/client";
import { addressOf } from "./pages";

/** Which workspace this is, and the way to the others. */
export function WorkspaceMenu({ workspace, name }: { workspace: string; name: string }) {
  const router = useRouter();
  const { data: workspaces = [] } = useQuery(useTRPC().workspaces.list.queryOptions());
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Workspace ${name}`}
        className="flex items-center gap-2 rounded-md border border-line bg-surface px-2 py-1.5 text-left text-sm transition-colors hover:border-line-strong"
      >
        <Dot colour="c2" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <ChevronDown className="size-3.5" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="min-w-(--radix-dropdown-menu-trigger-width) max-w-72">
        <DropdownMenuLabel>Workspaces</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={workspace}
          onValueChange={(chosen) => router.push(addressOf(chosen, "overview"))}
        >
          {workspaces.map(({ workspaceId, name: label }) => (
            <DropdownMenuRadioItem key={workspaceId} value={workspaceId}>
              <span className="truncate">{label}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
