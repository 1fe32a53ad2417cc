/** A line of one side; it contains line breaks if its text does. */
export interface DiffLine {
  /** Counts the lines of its side from 1. */
  number: number;
  text: string;
}

export interface DiffRow {
  /** Null if only the other side has the line. */
  before: DiffLine | null;
  after: DiffLine | null;
  /** cut: removed, on red; dropped: omitted, hatched; changed: rewritten, on the accent color; added: new. */
  mark?: "cut" | "dropped" | "changed" | "added";
  /** The reason and the size ("blocked, −488"). */
  note?: string;
}

/** Unchanged rows that stay visible next to a change, as in unified diffs. */
const CONTEXT = 3;

interface Run {
  /** Index of its first row. */
  start: number;
  rows: DiffRow[];
  isFolded: boolean;
}

/**
 * Divides rows into runs that are shown, and runs of unchanged rows that are folded.
 *
 * @param chosen the line to keep in view: "before-12".
 */
export function foldRows(rows: readonly DiffRow[], chosen: string | null): Run[] {
  const isNear = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (!row.mark && !isChosen(row, chosen)) continue;
    for (let near = index - CONTEXT; near <= index + CONTEXT; near += 1) isNear.add(near);
  }
  const runs: Run[] = [];
  for (const [index, row] of rows.entries()) {
    const isFolded = !isNear.has(index);
    const last = runs.at(-1);
    if (last?.isFolded === isFolded) last.rows.push(row);
    else runs.push({ start: index, rows: [row], isFolded });
  }
  // A single line takes as much space as the button that would show it.
  return runs.map((run) => (run.rows.length <= 1 || isNear.size === 0 ? { ...run, isFolded: false } : run));
}

function isChosen({ before, after }: DiffRow, chosen: string | null): boolean {
  return chosen !== null && (chosen === `before-${before?.number}` || chosen === `after-${after?.number}`);
}
