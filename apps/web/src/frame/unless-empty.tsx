"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import type { ReactNode } from "react";
import { useTRPC } from "@/trpc/client";
import { addressOf } from "./pages";

/** Shows how to import data if the workspace is empty, instead of a page of zeros. */
export function UnlessEmpty({ workspace, children }: { workspace: string; children: ReactNode }) {
  const trpc = useTRPC();
  const { data: workspaces } = useQuery(trpc.workspaces.list.queryOptions());
  const { data: canFollow } = useQuery(trpc.workspaces.canFollowOwnSessions.queryOptions());
  const isEmpty = workspaces?.some(({ workspaceId, hasEvents }) => workspaceId === workspace && !hasEvents);
  if (!isEmpty) return children;
  return (
    <Panel aria-label="Start here" className="pb-4">
      <PanelHead title="Start here" />
      <EmptyState icon={<Waypoints aria-hidden />} title="No sessions yet">
        <TextLink href={addressOf(workspace, "connect")}>Connect a runtime or a folder</TextLink>
        {canFollow && (
          <>
            . This machine has Claude Code sessions in <code>~/.claude/projects</code>.
          </>
        )}
      </EmptyState>
    </Panel>
  );
}
