export type Size = { width: number; height: number };
export type Viewport = { x: number; y: number; zoom: number };

/** How small a graph is shown whole: below this its words cannot be read. */
const SMALLEST = 0.68;

/** How a larger one opens: at its beginning, to be panned. */
const READABLE = 0.75;

const EDGE = 12;

/**
 * How a graph is first seen in its place: whole and in the middle, never
 * enlarged; too large to be read whole, from the left.
 */
export function openingViewport(graph: Size, place: Size): Viewport {
  const fitting = Math.min(
    1,
    (place.width - 2 * EDGE) / graph.width,
    (place.height - 2 * EDGE) / graph.height,
  );
  const zoom = fitting < SMALLEST ? READABLE : fitting;
  const middle = (size: number, room: number) => Math.max(EDGE, (room - size * zoom) / 2);
  return { x: middle(graph.width, place.width), y: middle(graph.height, place.height), zoom };
}
