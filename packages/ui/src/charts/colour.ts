/** Colour of a series, as the name of its design token, so that it follows the theme. */
export type SeriesColour = "c1" | "c2" | "c3" | "c4" | "c5" | "c6" | "c7" | "c8";

/** Step of a share: 0, up to 25, up to 50, up to 75, over 75 %. */
export type ShareColour = "q0" | "q1" | "q2" | "q3" | "q4";

/** Any token for a mark of a chart. */
export type ChartColour =
  | SeriesColour
  | ShareColour
  | "text-3"
  | "accent"
  | "danger"
  | "warn"
  | "ok"
  | "line-strong";

const SERIES: readonly SeriesColour[] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"];
const STEPS: readonly ShareColour[] = ["q0", "q1", "q2", "q3", "q4"];

/**
 * Returns the colour of the series at `rank`; 0 is the first. Colours repeat after the eighth, so cap the
 * series before.
 */
export function colourOfRank(rank: number): SeriesColour {
  return SERIES[rank % SERIES.length] ?? "c1";
}

/** Returns the colour of a share from 0 to 1: q0 for 0 or less, then one step per quarter. */
export function colourOfShare(share: number): ShareColour {
  const step = share <= 0 ? 0 : Math.min(4, Math.ceil(share * 4));
  return STEPS[step] ?? "q0";
}

/** Returns the colour as a CSS value. */
export function cssColour(colour: ChartColour): string {
  return `var(--${colour})`;
}
