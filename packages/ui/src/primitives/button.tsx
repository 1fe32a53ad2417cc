"use client";

import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui/slot";
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from "react";
import { cn } from "../cn";

const button = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors hover:no-underline disabled:border-line disabled:bg-surface-2 disabled:text-text-3 disabled:shadow-none aria-disabled:border-line aria-disabled:bg-surface-2 aria-disabled:text-text-3 aria-disabled:shadow-none",
  {
    variants: {
      variant: {
        default:
          "border-line-2 bg-surface text-text shadow-e1 enabled:hover:border-line-strong enabled:hover:bg-surface-2 [a&]:hover:border-line-strong [a&]:hover:bg-surface-2 data-[state=open]:bg-surface-3",
        primary:
          "border-accent bg-accent text-on-accent shadow-e1 enabled:hover:border-accent-hover enabled:hover:bg-accent-hover [a&]:hover:border-accent-hover [a&]:hover:bg-accent-hover",
        danger:
          "border-danger bg-surface text-danger shadow-e1 enabled:hover:bg-danger-soft [a&]:hover:bg-danger-soft",
        ghost:
          "border-transparent bg-transparent text-text-2 enabled:hover:bg-surface-3 enabled:hover:text-text [a&]:hover:bg-surface-3 [a&]:hover:text-text disabled:border-transparent disabled:bg-transparent data-[state=open]:bg-surface-3",
      },
      size: {
        md: "h-(--control) px-3 text-md",
        sm: "h-(--control-sm) px-2 text-sm",
        icon: "size-(--control) p-0",
        "icon-sm": "size-(--control-sm) p-0",
      },
    },
    defaultVariants: { variant: "default", size: "md" },
  },
);

export type ButtonProps = ComponentPropsWithRef<"button"> &
  VariantProps<typeof button> & {
    /** Styles the single child (a link) as a button. */
    asChild?: boolean;
    /**
     * Reason why the button is disabled ("Still needed: 1 approval"), shown next to it. Disables the button.
     */
    disabledReason?: ReactNode;
  };

/** Detects the second click of a double click, so that an action runs once. The keyboard counts no clicks. */
function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/**
 * Shows a button. Its label is a verb and an object ("Publish v8"); a page has at most one `primary` button.
 * With `disabledReason` it stays focusable, so that screen readers read the reason, but ignores clicks.
 */
export function Button({
  variant,
  size,
  asChild,
  disabledReason,
  className,
  onClick,
  ...props
}: ButtonProps) {
  const reasonId = useId();
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if ((variant === "primary" || variant === "danger") && isSecondClick(event)) event.preventDefault();
    else onClick?.(event);
  };
  const classes = cn(button({ variant, size }), className);
  if (asChild) return <Slot className={classes} onClick={onClick} {...props} />;
  if (!disabledReason) return <button type="button" className={classes} onClick={press} {...props} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span id={reasonId} className="text-sm text-text-2">
        {disabledReason}
      </span>
      <button
        {...props}
        type="button"
        className={cn(classes, "hover:border-line! hover:bg-surface-2!")}
        aria-disabled
        aria-describedby={reasonId}
      />
    </span>
  );
}
