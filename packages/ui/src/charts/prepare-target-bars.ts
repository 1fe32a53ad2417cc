/** A value with its own target. */
export type TargetRow = {
  id: string;
  /** Null if it cannot be computed. */
  value: number | null;
  target: number;
};

export type DrawnTargetRow<Row> = Row & {
  /** Width of the bar, from 0 to 1 of its track. */
  share: number;
  /** Null without a value. */
  isMet: boolean | null;
};

/** Position of each target on its track, the same in all rows so that they form one line. */
export const TARGET_SHARE = 0.8;

/**
 * Scales each row by its own target, so that a value equal to it reaches the line. A value more
 * than a quarter above ends with the track.
 */
export function prepareTargetBars<Row extends TargetRow>(
  rows: readonly Row[],
): readonly DrawnTargetRow<Row>[] {
  return rows.map((row) => ({
    ...row,
    share: Math.min(1, Math.max(0, ((row.value ?? 0) / row.target) * TARGET_SHARE)),
    isMet: row.value === null ? null : row.value >= row.target,
  }));
}
