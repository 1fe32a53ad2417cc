"use client";

import { formatBytes, formatCompact } from "@baton/ui/format/number";
import { Brand } from "@baton/ui/layout/brand";
import { Sidebar, SidebarItem, SidebarNav, SidebarStatus } from "@baton/ui/layout/sidebar";
import { Anchor } from "@baton/ui/primitives/anchor";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import {
  ChartNoAxesColumn,
  Coins,
  Download,
  GitFork,
  Inbox,
  ListChecks,
  Package,
  ScrollText,
  Settings,
  TrendingDown,
  Waypoints,
} from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { useLive } from "./live-rows";
import { addressOf, mayOpen, PAGES, PAGES_UNDER, type PageSegment } from "./pages";
import { useTimeZone } from "./time-zone";
import { WorkspaceMenu } from "./workspace-menu";

const ICONS: Record<PageSegment, ReactNode> = {
  overview: <ChartNoAxesColumn aria-hidden />,
  inbox: <Inbox aria-hidden />,
  policies: <ListChecks aria-hidden />,
  sessions: <Waypoints aria-hidden />,
  lineage: <GitFork aria-hidden />,
  savings: <TrendingDown aria-hidden />,
  usage: <Coins aria-hidden />,
  manifests: <Package aria-hidden />,
  ingest: <Download aria-hidden />,
  audit: <ScrollText aria-hidden />,
  settings: <Settings aria-hidden />,
};

type Status = RouterOutputs["workspaces"]["status"];

/** Shows the navigation and the state of the installation. */
export function WorkspaceSidebar({ workspace }: { workspace: RouterOutputs["workspaces"]["get"] }) {
  const { workspaceId, name, user, roles } = workspace;
  const pathname = usePathname();
  const { data: status } = useQuery(useTRPC().workspaces.status.queryOptions({ workspace: workspaceId }));
  const { isLost } = useLive();
  const timeZone = useTimeZone();
  const quarantined = status?.ingest.quarantinedCount ?? 0;
  const unread = status?.unreadCount ?? 0;
  return (
    <Sidebar
      brand={<Brand />}
      workspace={<WorkspaceMenu workspace={workspaceId} name={name} />}
      status={
        <>
          {!isLost && status && <StatusLines status={status} />}
          <span className="[overflow-wrap:anywhere]">
            Times are in <Anchor href={addressOf(workspaceId, "settings")}>{timeZone}</Anchor>
          </span>
          <Anchor href="/docs">Documentation</Anchor>
        </>
      }
      foot={
        <>
          <span
            aria-hidden
            className="grid size-5 flex-none place-items-center rounded-full bg-surface-3 font-semibold text-[10px] text-text-2"
          >
            {user.name.slice(0, 1)}
          </span>
          <span className="flex min-w-0 flex-1 flex-col">
            <TextLink href="/account" className="truncate text-text" title={user.name}>
              {user.name}
            </TextLink>
            <span className="truncate text-text-3 text-xs" title={roles.join(", ")}>
              {roles.join(", ")}
            </span>
          </span>
        </>
      }
    >
      <SidebarNav label="Pages">
        {PAGES.filter(({ segment }) => mayOpen(segment, roles)).map(({ segment, label }) => {
          const href = addressOf(workspaceId, segment);
          const own = PAGES_UNDER.filter(({ under }) => under === segment);
          const isCurrent = [segment, ...own.map((page) => page.segment)]
            .map((each) => addressOf(workspaceId, each))
            .some((each) => pathname === each || pathname.startsWith(`${each}/`));
          return (
            <SidebarItem
              key={segment}
              href={href}
              icon={ICONS[segment]}
              label={label}
              isCurrent={isCurrent}
              {...(segment === "inbox" &&
                unread > 0 && { count: formatCompact(unread), countLabel: "unread", isNews: true })}
              {...(segment === "ingest" &&
                quarantined > 0 && {
                  count: formatCompact(quarantined),
                  countLabel: quarantined === 1 ? "line in quarantine" : "lines in quarantine",
                  isAlarming: true,
                })}
            />
          );
        })}
      </SidebarNav>
    </Sidebar>
  );
}

function StatusLines({ status: { policy, ingest } }: { status: Status }) {
  return (
    <>
      {policy === null ? (
        <SidebarStatus tone="warn">No policy reported yet</SidebarStatus>
      ) : (
        <SidebarStatus tone={policy.setting === "enforce" ? "ok" : "warn"}>
          Policy {SETTING_WORDS[policy.setting]}
        </SidebarStatus>
      )}
      {ingest.fileCount === 0 ? (
        <SidebarStatus tone="warn">Ingest: no sources yet</SidebarStatus>
      ) : ingest.lagBytes > 0 ? (
        <SidebarStatus tone="warn">Ingest: {formatBytes(ingest.lagBytes)} behind</SidebarStatus>
      ) : (
        <SidebarStatus tone="ok">Ingest: up to date</SidebarStatus>
      )}
    </>
  );
}

const SETTING_WORDS = { off: "off", observe: "in observe mode", enforce: "enforced" } as const;
