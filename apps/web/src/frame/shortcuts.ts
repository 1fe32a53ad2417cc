import { PAGES, type PageSegment } from "./pages";

/** Effect of one or two keys anywhere in a workspace. */
export type Shortcut =
  | { keys: readonly [string]; label: string; action: "jump" | "list" | "live" }
  | { keys: readonly [string, string]; label: string; action: "go"; segment: PageSegment };

/** ⌘K and Ctrl K do the same, also in a text field. */
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

/** Additional keys on the pages below a segment, handled there. */
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
  sessions: [
    { keys: ["j"], label: "Select the next handoff of a session (k: the one before)" },
    { keys: ["Esc"], label: "Close the selected handoff" },
  ],
};

/** Maximum time between the two keys of a pair, in milliseconds. */
export const CHORD_MILLISECONDS = 1_200;

/**
 * Returns the shortcut of a key after the previous one.
 * @param before the previous key, if it was pressed recently; else null.
 */
export function findShortcut(key: string, before: string | null): Shortcut | null {
  return (
    SHORTCUTS.find(({ keys: [first, second] }) =>
      second === undefined ? first === key : first === before && second === key,
    ) ?? null
  );
}
