"use client";

import { type ReactNode, useEffect, useRef } from "react";
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
  const row = useRef<HTMLElement>(null);
  const current = items.find(({ isCurrent }) => isCurrent)?.href;
  // On a phone, the open tab can be beyond the edge.
  useEffect(() => {
    if (current !== undefined) showCurrent(row.current);
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className={cn(list, className)}>
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

/** Scrolls a row of tabs until the open one is in its middle, if it was not in view, without moving the page. */
function showCurrent(row: HTMLElement | null): void {
  const open = row?.querySelector("[aria-current=page]")?.getBoundingClientRect();
  if (!row || !open) return;
  const { left, right } = row.getBoundingClientRect();
  if (open.left < left || open.right > right) row.scrollLeft += (open.left + open.right - left - right) / 2;
}
