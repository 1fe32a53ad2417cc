"use client";

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@baton/ui/primitives/dropdown-menu";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/trpc/client";
import { addressOf } from "./pages";
import { WorkspaceButton } from "./workspace-button";

/** Shows the menu of all workspaces. Initially open, because the click that loaded it asked for that. */
export function OpenWorkspaceMenu({ workspace, name }: { workspace: string; name: string }) {
  const router = useRouter();
  const { data: workspaces = [] } = useQuery(useTRPC().workspaces.list.queryOptions());
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <WorkspaceButton name={name} />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="min-w-(--radix-dropdown-menu-trigger-width) max-w-72">
        <DropdownMenuLabel>Workspaces</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={workspace} onValueChange={(chosen) => router.push(addressOf(chosen))}>
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
