"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { DrawnRows } from "./data-table";

/** Height in pixels of a row of one line, until it is measured. */
const ROW_HEIGHT = 35;
/** Rows to draw above and below the view, so that scrolling shows no gap. */
const OVERSCAN = 15;
/** Height in pixels of the sticky head or totals. */
const EDGE = 40;

/**
 * Returns the rows of a long DataTable that are in view, and scrolls to the selected one when it changes.
 *
 * @param height of the view in pixels.
 */
export function useVirtualRows<Row>(
  rows: readonly Row[],
  { keyOf, selectedKey, height }: { keyOf: (row: Row) => string; selectedKey: string | null; height: number },
): DrawnRows<Row> {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    initialRect: { width: 0, height },
    getItemKey: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollPaddingStart: EDGE,
    scrollPaddingEnd: EDGE,
  });
  const selected = selectedKey === null ? -1 : rows.findIndex((row) => keyOf(row) === selectedKey);
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: "auto" });
  }, [selected, virtualizer]);
  const items = virtualizer.getVirtualItems();
  return {
    rows: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
    scroller,
  };
}
