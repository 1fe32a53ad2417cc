export type Point = { x: number; y: number };

/** Consecutive cubic curves: start, two handles, end. */
export type Cubic = readonly [Point, Point, Point, Point];
export type Route = readonly Cubic[];

/** Returns a smooth route through points from side to side, horizontal at each point. */
export function routeThrough(points: readonly Point[]): Route {
  return points.slice(1).map((end, index): Cubic => {
    const start = points[index] ?? end;
    const middle = (start.x + end.x) / 2;
    return [start, { x: middle, y: start.y }, { x: middle, y: end.y }, end];
  });
}

/** Returns a loop of depth `y` below `bottom`, centered at `x`. */
export function loopBelow(x: number, bottom: number, y: number): Route {
  const depth = (y - bottom) / 0.75;
  const handle = bottom + depth;
  return [
    [
      { x: x + 18, y: bottom },
      { x: x + 44, y: handle },
      { x: x - 44, y: handle },
      { x: x - 18, y: bottom },
    ],
  ];
}

/** Returns the point at `share` (0 to 1) of a route's length, measured by chords. */
export function pointAt(route: Route, share: number): Point {
  const lengths = route.map(([start, , , end]) => Math.hypot(end.x - start.x, end.y - start.y));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, cubic] of route.entries()) {
    const length = lengths[index] ?? 0;
    if (left <= length || index === route.length - 1)
      return pointOfCubic(cubic, length === 0 ? 0.5 : Math.min(1, left / length));
    left -= length;
  }
  return { x: 0, y: 0 };
}

function pointOfCubic([a, b, c, d]: Cubic, t: number): Point {
  const u = 1 - t;
  const mix = (p: number, q: number, r: number, s: number) =>
    u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}

const write = (value: number) => Number(value.toFixed(1));

/** Returns the route as an SVG path. */
export function pathOf(route: Route): string {
  const first = route[0];
  if (!first) return "";
  const curves = route.map(
    ([, b, c, d]) => `C${write(b.x)} ${write(b.y)} ${write(c.x)} ${write(c.y)} ${write(d.x)} ${write(d.y)}`,
  );
  return `M${write(first[0].x)} ${write(first[0].y)}${curves.join("")}`;
}

/** Length of an arrowhead, in pixels. */
export const ARROW_LENGTH = 9;

/** Returns an arrowhead for a line of `width` as an SVG path. Its tip is `ARROW_LENGTH` beyond `base`. */
export function arrowAt(base: Point, towards: "right" | "left" | "up", width: number): string {
  const half = 4.5 + width / 2;
  const { x, y } = base;
  if (towards === "up")
    return `M${write(x - half)} ${write(y)}L${write(x)} ${write(y - ARROW_LENGTH)}L${write(x + half)} ${write(y)}z`;
  const tip = towards === "right" ? x + ARROW_LENGTH : x - ARROW_LENGTH;
  return `M${write(x)} ${write(y - half)}L${write(tip)} ${write(y)}L${write(x)} ${write(y + half)}z`;
}
