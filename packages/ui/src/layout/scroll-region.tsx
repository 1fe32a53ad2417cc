"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cn } from "../cn";

export type ScrollRegionProps = {
  /** Name of the content. */
  label: string;
  /** Height in pixels above which it also scrolls vertically. */
  maxHeight?: number;
  className?: string;
  ref?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
};

/** Scrolls content that is too wide or too high. While it overflows, the arrow keys scroll it too. */
export function ScrollRegion({ label, maxHeight, className, ref, children }: ScrollRegionProps) {
  const own = useRef<HTMLElement>(null);
  const place = ref ?? own;
  // Until it is measured, it counts as scrollable: an extra tab stop for a moment is better than unreachable
  // content.
  const [isScrollable, setScrollable] = useState(true);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () =>
      setScrollable(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    // Rows added later may contain a child that is not observed yet.
    const mutations = new MutationObserver(measure);
    mutations.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      mutations.disconnect();
    };
  }, [place]);
  return (
    <section
      ref={place}
      aria-label={label}
      tabIndex={isScrollable ? 0 : undefined}
      style={{ maxHeight }}
      className={cn(
        "overflow-auto focus-visible:-outline-offset-2 print:max-h-none! print:overflow-visible",
        className,
      )}
    >
      {children}
    </section>
  );
}
