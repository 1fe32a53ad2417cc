"use client";

import { AppShell } from "@baton/ui/layout/app-shell";
import { Breadcrumbs } from "@baton/ui/layout/breadcrumbs";
import { MenuButton } from "@baton/ui/layout/menu-button";
import { useOnDemand } from "@baton/ui/use-on-demand";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { RouterOutputs } from "@/server/root";
import { ConnectionBanner } from "./connection-banner";
import { crumbsOf } from "./crumbs";
import { LiveRowsProvider } from "./live-rows";
import { SampleBanner } from "./sample-banner";
import { SignedOutBanner } from "./signed-out-banner";
import { TimeZoneProvider } from "./time-zone";
import { UnknownPeriod } from "./unknown-period";
import { WorkspaceSidebar } from "./workspace-sidebar";
import { WorkspaceTools } from "./workspace-tools";

type WorkspaceFrameProps = {
  workspace: RouterOutputs["workspaces"]["get"];
  /** Time zone of the cookie. */
  timeZone: string;
  children: ReactNode;
};

/** Shows the frame around every page of a workspace. */
export function WorkspaceFrame({ workspace, timeZone, children }: WorkspaceFrameProps) {
  const pathname = usePathname();
  const sidebar = <WorkspaceSidebar workspace={workspace} />;
  return (
    <TimeZoneProvider timeZone={timeZone}>
      <LiveRowsProvider workspace={workspace.workspaceId} mark={workspace.liveMark}>
        <AppShell
          sidebar={sidebar}
          menu={<SidebarMenu>{sidebar}</SidebarMenu>}
          breadcrumbs={<Breadcrumbs crumbs={crumbsOf(pathname, workspace.name)} />}
          tools={<WorkspaceTools workspace={workspace.workspaceId} roles={workspace.roles} />}
          banner={
            <>
              <ConnectionBanner />
              <SignedOutBanner workspace={workspace.workspaceId} />
              {workspace.isSample && <SampleBanner />}
            </>
          }
        >
          <UnknownPeriod />
          {children}
        </AppShell>
      </LiveRowsProvider>
    </TimeZoneProvider>
  );
}

/** Shows the sidebar behind a button on small screens. Its code is not loaded on large ones. */
function SidebarMenu({ children }: { children: ReactNode }) {
  const [SidebarSheet, load] = useOnDemand(async () => (await import("./sidebar-sheet")).SidebarSheet);
  return SidebarSheet ? (
    <SidebarSheet>{children}</SidebarSheet>
  ) : (
    <MenuButton aria-haspopup="dialog" onClick={load} />
  );
}
