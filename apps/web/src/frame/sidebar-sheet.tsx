"use client";

import { MenuButton } from "@baton/ui/layout/menu-button";
import { Sheet, SheetContent, SheetTrigger } from "@baton/ui/primitives/sheet";
import { type MouseEvent, type ReactNode, useState } from "react";

/** The sidebar over the page's edge; open from the first, as the press that loaded it asked for. */
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
