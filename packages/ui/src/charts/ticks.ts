/** Round steps between ticks. */
const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns evenly spaced ticks from 0 to the first that is not below `max`, at most `atMost` of them.
 * Without data returns 0 and 1.
 */
export function niceTicks(max: number, atMost = 5): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / (atMost - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  // The remainder of a division by a power of ten can be slightly above the equal step.
  const factor = STEPS.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10;
  const step = factor * power;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

const UNITS = [
  { from: 1e9, unit: "B" },
  { from: 1e6, unit: "M" },
  { from: 1e4, unit: "k", size: 1e3 },
] as const;

/**
 * Formats ticks in one unit, chosen by the largest: 0 · 5 M · 10 M, with as many decimals as the finest
 * needs.
 */
export function formatTicks(ticks: readonly number[]): readonly string[] {
  const max = Math.max(...ticks.map(Math.abs), 0);
  const found = UNITS.find(({ from }) => max >= from);
  const size = found ? ("size" in found ? found.size : found.from) : 1;
  return ticks.map((tick) => {
    const text = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 }).format(tick / size);
    return found && tick !== 0 ? `${text}\u00a0${found.unit}` : text;
  });
}

/** Distances between labels on an axis of days: one day, weeks, multiples of four weeks. */
const DISTANCES = [1, 2, 7, 14, 28, 56, 84, 168, 364];

/**
 * Returns the indexes of at most `atMost` labels for `count` points at equal distances. The first is half a
 * step in, to avoid the other axis.
 */
export function spacedIndexes(count: number, atMost: number): readonly number[] {
  const distance = DISTANCES.find((step) => Math.ceil(count / step) <= atMost) ?? Math.ceil(count / atMost);
  const first = Math.floor(distance / 2);
  const places: number[] = [];
  for (let place = first; place < count; place += distance) places.push(place);
  return places;
}
