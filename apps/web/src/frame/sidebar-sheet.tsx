"use client";

import { MenuButton } from "@baton/ui/layout/menu-button";
import { Sheet, SheetContent, SheetTrigger } from "@baton/ui/primitives/sheet";
import { type MouseEvent, type ReactNode, useState } from "react";

/**
 * Shows the sidebar over the page's edge. Initially open, because the click that loaded it asked for that.
 */
export function SidebarSheet({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("a")) setOpen(false);
  };
  return (
    <Sheet open={isOpen} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <MenuButton />
      </SheetTrigger>
      <SheetContent title="Menu" onClick={closeOnLink}>
        {children}
      </SheetContent>
    </Sheet>
  );
}
