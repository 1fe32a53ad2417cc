/** Something that happened in a lane of a timeline. */
export interface Moment {
  readonly id: string;
  readonly lane: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Only moments of a kind are put together. */
  readonly kind: string;
}

/** A moment, or several of a kind that are too close to each other to be told apart. */
export interface MergedMoment<Item extends Moment> {
  readonly first: Item;
  readonly count: number;
}

/**
 * Puts moments together that a drawing could not show apart: where there are more than `limit`, those of a lane and a kind that lie
 * in the same part of the time, of `parts`, are one.
 *
 * @param moments in the order of time.
 * @returns in the same order.
 */
export function mergeMoments<Item extends Moment>(
  moments: readonly Item[],
  { limit, parts }: { limit: number; parts: number },
): MergedMoment<Item>[] {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last || moments.length <= limit)
    return moments.map((moment) => ({ first: moment, count: 1 }));
  const length = Math.max(1, last.at - first.at) / parts;
  const merged = new Map<string, { first: Item; count: number }>();
  for (const moment of moments) {
    const part = Math.min(parts - 1, Math.floor((moment.at - first.at) / length));
    const key = JSON.stringify([moment.lane, moment.kind, part]);
    const known = merged.get(key);
    if (known) known.count += 1;
    else merged.set(key, { first: moment, count: 1 });
  }
  return [...merged.values()];
}
