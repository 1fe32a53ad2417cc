type Size = { width: number; height: number };
type Viewport = { x: number; y: number; zoom: number };

/** Smallest scale with readable text; a graph that needs less is not shown whole. */
const SMALLEST = 0.68;

/** Scale of a larger graph when it opens; the user pans it from its start. */
const READABLE = 0.75;

const EDGE = 12;

/**
 * Computes the initial viewport: the whole graph centred and never enlarged, or, if it is too
 * large to read, from the left.
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
