"use client";

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@baton/ui/primitives/dropdown-menu";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/trpc/client";
import { addressOf } from "./pages";
import { usePermission } from "./use-permission";
import { WorkspaceButton } from "./workspace-button";

/** Shows the menu of all workspaces, and creates new ones. Initially open, because the click that loaded it asked for that. */
export function OpenWorkspaceMenu({ workspace, name }: { workspace: string; name: string }) {
  const router = useRouter();
  const isAdmin = usePermission(workspace, "workspaces.rename");
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
        {isAdmin && (
          <DropdownMenuItem
            className="mt-1 border-line border-t"
            onSelect={() => router.push(`${addressOf(workspace, "settings", "workspace")}?new`)}
          >
            New workspace…
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
