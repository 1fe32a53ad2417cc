/** Drawing area of a sparkline, stretched to its container. */
export const SPARKLINE_BOX = { width: 120, height: 22 };

const EDGE = 2;

type Sparkline = {
  /** Points of each unbroken segment, as an SVG polyline accepts them. */
  stretches: readonly string[];
  /** Y coordinate of the target line, or null. */
  targetY: number | null;
};

/**
 * Computes the line through `values`, broken at null, scaled from minimum to maximum
 * (including the target).
 */
export function prepareSparkline(values: readonly (number | null)[], target?: number): Sparkline {
  const present = values.filter((value) => value !== null);
  const scale = target === undefined ? present : [...present, target];
  if (present.length === 0) return { stretches: [], targetY: null };
  const low = Math.min(...scale);
  const span = Math.max(...scale) - low;
  const y = (value: number) =>
    span === 0
      ? SPARKLINE_BOX.height / 2
      : SPARKLINE_BOX.height - EDGE - ((value - low) / span) * (SPARKLINE_BOX.height - 2 * EDGE);
  const step = (SPARKLINE_BOX.width - 2 * EDGE) / Math.max(1, values.length - 1);

  const stretches: string[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const text = `${(EDGE + index * step).toFixed(1)},${y(value).toFixed(1)}`;
    const isContinued = index > 0 && values[index - 1] !== null;
    if (isContinued) stretches.at(-1)?.push(text);
    else stretches.push([text]);
  }
  return {
    // Draw an isolated point as a segment of length zero, which round line ends turn into a dot.
    stretches: stretches.map((points) => (points.length === 1 ? [...points, ...points] : points).join(" ")),
    targetY: target === undefined ? null : y(target),
  };
}
