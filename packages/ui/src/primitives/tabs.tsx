"use client";

import type { ReactNode } from "react";
import { cn } from "../cn";
import { Anchor } from "./anchor";

const list = "flex gap-5 overflow-x-auto overflow-y-hidden border-line border-b [scrollbar-width:thin]";
const tab =
  "-mb-px shrink-0 whitespace-nowrap border-transparent border-b-2 pb-[9px] font-medium text-text-2 transition-colors hover:text-text hover:no-underline aria-[current=page]:border-accent aria-[current=page]:text-text";

export type TabNavProps = {
  label: string;
  items: readonly { href: string; label: ReactNode; isCurrent: boolean }[];
  className?: string;
};

/** Tabs that are separate pages: links, with the open one marked as current. */
export function TabNav({ label, items, className }: TabNavProps) {
  return (
    <nav aria-label={label} className={cn(list, className)}>
      {items.map((item) => (
        <Anchor
          key={item.href}
          href={item.href}
          aria-current={item.isCurrent ? "page" : undefined}
          className={tab}
        >
          {item.label}
        </Anchor>
      ))}
    </nav>
  );
}
