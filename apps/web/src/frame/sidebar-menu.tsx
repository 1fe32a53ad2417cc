"use client";

import { MenuButton } from "@baton/ui/layout/menu-button";
import { useOnDemand } from "@baton/ui/use-on-demand";
import type { ReactNode } from "react";

/** Shows the sidebar behind a button on small screens. Its code is not loaded on large ones. */
export function SidebarMenu({ children }: { children: ReactNode }) {
  const [SidebarSheet, load] = useOnDemand(async () => (await import("./sidebar-sheet")).SidebarSheet);
  return SidebarSheet ? (
    <SidebarSheet>{children}</SidebarSheet>
  ) : (
    <MenuButton aria-haspopup="dialog" onClick={load} />
  );
}
