"use client";

import * as Radix from "radix-ui/popover";
import type { ComponentPropsWithRef } from "react";
import { cn } from "../cn";
import { menuSurface } from "./menu-look";

/** Contains a trigger and its popover. */
export const Popover = Radix.Root;

/** Opens the popover; pass its single child with `asChild`. */
export const PopoverTrigger = Radix.Trigger;

/** The floating panel. Give it an `aria-label`. */
export function PopoverContent({
  className,
  sideOffset = 4,
  align = "start",
  ...props
}: ComponentPropsWithRef<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(menuSurface, "max-w-[min(360px,calc(100vw-16px))] p-4 outline-none", className)}
        {...props}
      />
    </Radix.Portal>
  );
}
