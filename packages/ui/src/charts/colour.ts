/** A series' colour: the name of the token that holds it, so that it follows the theme. */
export type SeriesColour = "c1" | "c2" | "c3" | "c4" | "c5" | "c6" | "c7" | "c8";

/** One of five steps of a share: 0, to 25, to 50, to 75, over 75 %. */
export type ShareColour = "q0" | "q1" | "q2" | "q3" | "q4";

/** Any token that a mark of a chart may have. */
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
 * The colour of the series at `rank` (0 is the first); after the eighth
 * they begin again, so cap the series before.
 */
export function colourOfRank(rank: number): SeriesColour {
  return SERIES[rank % SERIES.length] ?? "c1";
}

/** The step's colour of a share from 0 to 1: q0 for none (or less), then a step each quarter. */
export function colourOfShare(share: number): ShareColour {
  const step = share <= 0 ? 0 : Math.min(4, Math.ceil(share * 4));
  return STEPS[step] ?? "q0";
}

/** The colour as a CSS value. */
export function cssColour(colour: ChartColour): string {
  return `var(--${colour})`;
}
