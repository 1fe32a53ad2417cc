"use client";

import * as Radix from "radix-ui/dialog";
import type { ComponentPropsWithRef } from "react";
import { cn } from "../cn";
import { Scrim } from "./dialog";

/** Holds a trigger and its sheet. Use `open` and `onOpenChange` to control it. */
export const Sheet = Radix.Root;

/** Opens the sheet; pass its single child with `asChild`. */
export const SheetTrigger = Radix.Trigger;

export type SheetContentProps = ComponentPropsWithRef<typeof Radix.Content> & {
  /** Title for screen readers; not visible. */
  title: string;
  side?: "left" | "right";
};

/** Shows a panel over the page's edge: the sidebar on a phone, details next to a list. */
export function SheetContent({ title, side = "left", className, children, ...props }: SheetContentProps) {
  return (
    <Radix.Portal>
      <Scrim />
      <Radix.Content
        aria-describedby={undefined}
        className={cn(
          "fixed inset-y-0 z-50 flex w-[min(272px,calc(100vw-48px))] flex-col overflow-y-auto bg-bg shadow-e2 outline-none data-[state=open]:animate-fade-in",
          side === "left" ? "left-0 border-line border-r" : "right-0 border-line border-l",
          className,
        )}
        {...props}
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}
