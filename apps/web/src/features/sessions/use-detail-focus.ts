"use client";

import { type RefObject, useRef } from "react";

export interface DetailFocus {
  /** Goes to the panel of details, which has `tabIndex={-1}`. */
  readonly panel: RefObject<HTMLElement | null>;
  /** Moves the focus to the panel and remembers where it was. */
  enter(): void;
  /** Moves the focus back to where it was. */
  leave(): void;
}

/** Moves the focus between a drawing, where selecting keeps it, and a panel of details beside it. */
export function useDetailFocus(): DetailFocus {
  const panel = useRef<HTMLElement>(null);
  const origin = useRef<Element | null>(null);
  return {
    panel,
    enter: () => {
      origin.current = document.activeElement;
      panel.current?.focus();
    },
    leave: () => {
      if (origin.current instanceof HTMLElement) origin.current.focus();
    },
  };
}
