"use client";

import { MenuButton } from "@baton/ui/layout/menu-button";
import { useOnDemand } from "@baton/ui/use-on-demand";
import type { ReactNode } from "react";

/** The sidebar behind a button, for small screens: large ones need none of what draws it. */
export function SidebarMenu({ children }: { children: ReactNode }) {
  const [SidebarSheet, load] = useOnDemand(async () => (await import("./sidebar-sheet")).SidebarSheet);
  return SidebarSheet ? (
    <SidebarSheet>{children}</SidebarSheet>
  ) : (
    <MenuButton aria-haspopup="dialog" onClick={load} />
  );
}
