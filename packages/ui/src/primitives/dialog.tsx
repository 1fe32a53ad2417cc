"use client";

import * as Radix from "radix-ui/dialog";
import { type ComponentPropsWithRef, type ReactNode, useRef } from "react";
import { cn } from "../cn";

/** Holds a trigger and its dialog. Use `open` and `onOpenChange` to control it. */
export const Dialog = Radix.Root;

/** Opens the dialog; pass its single child with `asChild`. */
export const DialogTrigger = Radix.Trigger;

/** Closes the dialog when its single child is clicked; use `asChild`. */
export const DialogClose = Radix.Close;

/** Darkens the page behind a dialog or sheet. */
export function Scrim() {
  return <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in" />;
}

export type DialogContentProps = Omit<ComponentPropsWithRef<typeof Radix.Content>, "title"> & {
  /** The question ("Publish v8?"). */
  title: ReactNode;
  /** Explanation of the dialog. */
  description?: ReactNode;
  /** Buttons at the bottom, the confirming one last. */
  footer?: ReactNode;
};

/**
 * The dialog: keeps the focus inside, closes on Escape, and returns the focus to the element that opened it.
 */
export function DialogContent({
  title,
  description,
  footer,
  className,
  children,
  ...props
}: DialogContentProps) {
  // Radix returns the focus only to a `DialogTrigger`, so remember the opener for dialogs the app opens.
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Portal>
      <Scrim />
      <Radix.Content
        className={cn(
          "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[min(480px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-e2 outline-none data-[state=open]:animate-fade-in",
          className,
        )}
        {...(description ? {} : { "aria-describedby": undefined })}
        onOpenAutoFocus={() => {
          opener.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          if (!(opener.current instanceof HTMLElement) || opener.current === document.body) return;
          opener.current.focus();
          if (document.activeElement === opener.current) event.preventDefault();
        }}
        {...props}
      >
        <div className="px-[18px] pt-4 pb-3">
          <Radix.Title className="text-xl">{title}</Radix.Title>
          {description && <Radix.Description className="mt-1 text-text-2">{description}</Radix.Description>}
        </div>
        {children && <div className="min-h-0 flex-1 overflow-y-auto px-[18px] pb-3.5">{children}</div>}
        {footer && (
          <div className="flex flex-wrap justify-end gap-2 border-line border-t px-[18px] py-3">{footer}</div>
        )}
      </Radix.Content>
    </Radix.Portal>
  );
}
