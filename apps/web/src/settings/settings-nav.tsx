"use client";

import { TabNav } from "@baton/ui/primitives/tabs";
import { useSuspenseQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { addressOf } from "@/frame/pages";
import { isPermitted, PAGES } from "@/server/permissions";
import { useTRPC } from "@/trpc/client";

/** The pages of the settings, by the row that says who may open them. */
const TABS = [
  { label: "This browser", page: "/w/[workspace]/settings" },
  { label: "Workspace", page: "/w/[workspace]/settings/workspace" },
  { label: "Members", page: "/w/[workspace]/settings/members" },
  { label: "API keys", page: "/w/[workspace]/settings/keys" },
  { label: "Retention", page: "/w/[workspace]/settings/retention" },
  { label: "Erasure", page: "/w/[workspace]/settings/erasure" },
  { label: "Prices", page: "/w/[workspace]/settings/prices" },
  { label: "Alerts", page: "/w/[workspace]/settings/alerts" },
  { label: "Notices", page: "/w/[workspace]/settings/notices" },
  { label: "Reviews", page: "/w/[workspace]/settings/reviews" },
] as const;

/** Whether the page is this one, or lies below it. Below the first of them lie all others. */
function isAt(pathname: string, href: string): boolean {
  return pathname === href || (!href.endsWith("/settings") && pathname.startsWith(`${href}/`));
}

/** The way between the pages of the settings; what one may not open is not offered. */
export function SettingsNav({ workspace }: { workspace: string }) {
  const pathname = usePathname();
  const { data } = useSuspenseQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  return (
    <TabNav
      label="Settings"
      items={TABS.filter(({ page }) => isPermitted(PAGES[page], data.roles)).map(({ label, page }) => {
        const href = addressOf(workspace, ...page.split("/").slice(3));
        return { href, label, isCurrent: isAt(pathname, href) };
      })}
    />
  );
}
