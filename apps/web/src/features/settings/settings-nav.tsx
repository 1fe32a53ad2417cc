"use client";

import { TabNav } from "@baton/ui/primitives/tabs";
import { useSuspenseQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { settingsPagesOf } from "@/frame/pages";
import { useTRPC } from "@/trpc/client";

/**
 * Returns true for this page and the pages below it. The first page counts only itself, since all others are
 * below it.
 */
function isAt(pathname: string, href: string): boolean {
  return pathname === href || (!href.endsWith("/settings") && pathname.startsWith(`${href}/`));
}

/** Links the settings pages that the user may open. */
export function SettingsNav({ workspace }: { workspace: string }) {
  const pathname = usePathname();
  const { data } = useSuspenseQuery(useTRPC().workspaces.get.queryOptions({ workspace }));
  return (
    <TabNav
      label="Settings"
      items={settingsPagesOf(workspace, data.roles).map(({ label, href }) => ({
        href,
        label,
        isCurrent: isAt(pathname, href),
      }))}
    />
  );
}
