import type { OutlineEntry } from "@baton/core";
import { outcomeOf } from "@/features/sessions/handoff/outcomes";

/** A field of a handoff as recorded, and with the draft applied. */
export interface OutlineRow {
  readonly recorded: OutlineEntry;
  readonly renewed: OutlineEntry;
  /** Tokens that would pass. */
  readonly after: number;
  /**
   * True if the outcome differs. Sizes are not compared, since an outline cannot
   * predict the length of a summary.
   */
  readonly differs: boolean;
}

/**
 * Pairs each recorded field with the same field of the draft; both
 * outlines list the same fields in the same order.
 */
export function compareOutlines(
  recorded: readonly OutlineEntry[],
  renewed: readonly OutlineEntry[],
): OutlineRow[] {
  return renewed.flatMap((entry, index): OutlineRow[] => {
    const before = recorded[index];
    if (!before) return [];
    const differs = outcomeOf(before) !== outcomeOf(entry);
    return [{ recorded: before, renewed: entry, after: entry.after ?? entry.tokens, differs }];
  });
}
