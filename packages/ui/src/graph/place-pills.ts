import { type Point, pointAt, type Route } from "./route";

export type Box = { x: number; y: number; width: number; height: number };

/** Candidate positions of a pill along its route, middle first. */
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
const MARGIN = 3;

/** Middle of a pill, and the area of nodes and other pills it covers, in square pixels. */
type PlacedPill = { point: Point; covered: number };

/** Places each pill on its route so that it covers no node and no earlier pill, or as little as possible. */
export function placePills(
  pills: readonly { id: string; route: Route; width: number; height: number }[],
  nodes: readonly Box[],
): ReadonlyMap<string, PlacedPill> {
  const taken: Box[] = [...nodes];
  const placed = new Map<string, PlacedPill>();
  for (const pill of pills) {
    let best: PlacedPill = { point: pointAt(pill.route, 0.5), covered: Number.POSITIVE_INFINITY };
    for (const place of PLACES) {
      const point = pointAt(pill.route, place);
      const box = boxAround(point, pill.width + 2 * MARGIN, pill.height + 2 * MARGIN);
      const covered = taken.reduce((sum, other) => sum + overlapOf(box, other), 0);
      if (covered < best.covered) best = { point, covered };
      if (covered === 0) break;
    }
    placed.set(pill.id, best);
    taken.push(boxAround(best.point, pill.width, pill.height));
  }
  return placed;
}

/** Returns the box of a size around `point`. */
export function boxAround(point: Point, width: number, height: number): Box {
  return { x: point.x - width / 2, y: point.y - height / 2, width, height };
}

/** Returns the area that two boxes share, in square pixels. */
export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
