"use client";

import { Check } from "lucide-react";
import * as Radix from "radix-ui/dropdown-menu";
import { type ComponentPropsWithRef, useRef } from "react";
import { cn } from "../cn";
import { menuItem, menuSurface } from "./menu-look";

/** Holds a trigger and its menu. */
export const DropdownMenu = Radix.Root;

/** Opens the menu; pass its single child with `asChild`. */
export const DropdownMenuTrigger = Radix.Trigger;

/** Options with a single selection: `value`, `onValueChange`. */
export const DropdownMenuRadioGroup = Radix.RadioGroup;

/** The open menu. */
export function DropdownMenuContent({
  className,
  sideOffset = 4,
  align = "start",
  ...props
}: ComponentPropsWithRef<typeof Radix.Content>) {
  const isNew = useRef(true);
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        // A menu loaded by the click that opens it cannot know whether that was a key press, after which the
        // first item must have the focus.
        onFocus={({ currentTarget: menu }) => {
          const isFirst = isNew.current;
          isNew.current = false;
          if (isFirst && menu.matches(":focus-visible"))
            menu.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
        }}
        className={cn(menuSurface, "min-w-44 p-1", className)}
        {...props}
      />
    </Radix.Portal>
  );
}

/** A menu item with an action. A destructive one is red. */
export function DropdownMenuItem({
  className,
  isDestructive,
  ...props
}: ComponentPropsWithRef<typeof Radix.Item> & { isDestructive?: boolean }) {
  return <Radix.Item className={cn(menuItem, isDestructive && "text-danger", className)} {...props} />;
}

/** A selectable item of a group, with a tick. */
export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentPropsWithRef<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(menuItem, className)} {...props}>
      {children}
      <Radix.ItemIndicator className="ml-auto">
        <Check className="text-accent" aria-hidden />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

/** A heading above menu items. */
export function DropdownMenuLabel({ className, ...props }: ComponentPropsWithRef<typeof Radix.Label>) {
  return <Radix.Label className={cn("px-2 py-1.5 text-sm text-text-3", className)} {...props} />;
}
