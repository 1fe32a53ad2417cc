/** Something that happened in a lane of a timeline. */
export interface Moment {
  readonly id: string;
  readonly lane: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Only moments of the same kind are merged. */
  readonly kind: string;
}

/** A moment, or several of one kind that are too close to distinguish. */
export interface MergedMoment<Item extends Moment> {
  readonly first: Item;
  readonly count: number;
}

/**
 * Merges moments that a drawing could not show separately. If there are more than `limit`, all moments of
 * one lane and kind within one slice of the period become one. Starts with `parts` slices and halves
 * their number until at most `limit` moments are left (or one slice).
 *
 * @param moments in the order of time.
 * @returns in the same order.
 */
export function mergeMoments<Item extends Moment>(
  moments: readonly Item[],
  { limit, parts }: { limit: number; parts: number },
): MergedMoment<Item>[] {
  if (moments.length <= limit) return moments.map((moment) => ({ first: moment, count: 1 }));
  const merged = mergeWithin(moments, parts);
  return merged.length > limit && parts > 1
    ? mergeMoments(moments, { limit, parts: Math.floor(parts / 2) })
    : merged;
}

function mergeWithin<Item extends Moment>(moments: readonly Item[], parts: number): MergedMoment<Item>[] {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) return [];
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
