"use client";

import { type RefObject, useRef } from "react";

interface DetailFocus {
  /** Ref of the detail panel, which has `tabIndex={-1}`. */
  readonly panel: RefObject<HTMLElement | null>;
  /** Moves the focus to the panel and remembers the previous element. */
  enter(): void;
  /** Moves the focus back to that element. */
  leave(): void;
}

/** Moves the focus between a graph, which keeps it on selection, and a panel of details next to it. */
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
