import { PAGES, type PageSegment } from "./pages";

/** What a key or two do anywhere in a workspace. */
export type Shortcut =
  | { keys: readonly [string]; label: string; action: "jump" | "list" | "live" }
  | { keys: readonly [string, string]; label: string; action: "go"; segment: PageSegment };

/** ⌘K and Ctrl K do the same, also while one types. */
export const JUMP: Shortcut = {
  keys: ["/"],
  label: "Jump to anything (also ⌘K, Ctrl K)",
  action: "jump",
};

export const SHORTCUTS: readonly Shortcut[] = [
  JUMP,
  { keys: ["?"], label: "Show shortcuts", action: "list" },
  { keys: ["."], label: "Pause or play live updates", action: "live" },
  ...PAGES.map(
    ({ segment, label, key }): Shortcut => ({
      keys: ["g", key],
      label: `Go to ${label}`,
      action: "go",
      segment,
    }),
  ),
];

/** What keys do beside on the pages below a segment, where those listen for them. */
export const PAGE_SHORTCUTS: Partial<
  Record<PageSegment, readonly { keys: readonly string[]; label: string }[]>
> = {
  policies: [
    { keys: ["n"], label: "Add a rule" },
    { keys: ["Alt", "↑"], label: "Move the open rule up (Alt ↓: down)" },
    { keys: ["Ctrl", "Z"], label: "Undo an edit (also ⌘Z)" },
    { keys: ["Ctrl", "Shift", "Z"], label: "Redo an edit (also Ctrl Y, ⇧⌘Z)" },
    { keys: ["Ctrl", "S"], label: "Save the draft now" },
  ],
};

/** A second key belongs to the first for this long, in milliseconds. */
export const CHORD_MILLISECONDS = 1_200;

/**
 * What a pressed key means after the one before it.
 *
 * @param before the key that was pressed last, where that was a moment ago; else null.
 */
export function findShortcut(key: string, before: string | null): Shortcut | null {
  return (
    SHORTCUTS.find(({ keys: [first, second] }) =>
      second === undefined ? first === key : first === before && second === key,
    ) ?? null
  );
}
