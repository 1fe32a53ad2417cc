"use client";

import * as Radix from "radix-ui/tabs";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "../cn";
import { Anchor } from "./anchor";

const list = "flex gap-5 overflow-x-auto border-line border-b";
const tab =
  "-mb-px shrink-0 whitespace-nowrap border-transparent border-b-2 pb-[9px] font-medium text-text-2 transition-colors hover:text-text hover:no-underline aria-[current=page]:border-accent aria-[current=page]:text-text data-[state=active]:border-accent data-[state=active]:text-text";

/** Panels in one place, of which one is shown: `value`, `onValueChange`. Tabs that are pages of their own are a TabNav. */
export const Tabs = Radix.Root;

/** What a tab shows. */
export const TabPanel = Radix.Content;

/** The row of tabs. Give it an `aria-label`. */
export function TabList({ className, ...props }: ComponentPropsWithRef<typeof Radix.List>) {
  return <Radix.List className={cn(list, className)} {...props} />;
}

/** One tab, tied to the panel of the same `value`. */
export function Tab({ className, ...props }: ComponentPropsWithRef<typeof Radix.Trigger>) {
  return <Radix.Trigger className={cn(tab, className)} {...props} />;
}

export type TabNavProps = {
  label: string;
  items: readonly { href: string; label: ReactNode; isCurrent: boolean }[];
  className?: string;
};

/** Tabs that are pages of their own: links, the open one marked as current. */
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
