/** Style of a floating menu or popover. */
export const menuSurface =
  "z-50 overflow-hidden rounded-lg border border-line bg-surface text-text shadow-e2 data-[state=open]:animate-fade-in";

const line =
  "flex min-h-(--control) cursor-pointer select-none items-center gap-2 rounded-sm px-2 text-md outline-none [&_svg]:size-4";

/** Styles a line of a menu or list; both the pointer and the arrow keys set `data-highlighted`. */
export const menuItem = `${line} data-disabled:cursor-not-allowed data-highlighted:bg-surface-3 data-disabled:text-text-3`;

/** Styles an item of a searchable list; the pointer and the arrow keys set `data-active-item`. */
export const foundItem = `${line} data-active-item:bg-surface-3`;
