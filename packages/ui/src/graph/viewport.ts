type Size = { width: number; height: number };
type Viewport = { x: number; y: number; zoom: number };

/** Smallest scale with readable text; a graph that needs less is not shown whole. */
const SMALLEST = 0.68;

/** Scale of a larger graph when it opens; the user pans it from its start. */
const READABLE = 0.75;

const EDGE = 12;

/** Pixels between the margins of paper (A4 or Letter), within a panel. */
const PAPER_WIDTH = 640;

/** Returns the scale that shows a whole graph on paper, which has no zoom. */
export function paperScale(graph: Size, height: number): number {
  return Math.min(1, PAPER_WIDTH / Math.max(1, graph.width), height / Math.max(1, graph.height));
}

/**
 * Computes the initial viewport: the whole graph centred and never enlarged, or, if it is too
 * large to read, from the left, where its first node is.
 *
 * @param firstY middle of the first node, from the top of the graph.
 */
export function openingViewport(graph: Size, place: Size, firstY = 0): Viewport {
  const fitting = Math.min(
    1,
    (place.width - 2 * EDGE) / graph.width,
    (place.height - 2 * EDGE) / graph.height,
  );
  const zoom = fitting < SMALLEST ? READABLE : fitting;
  const middle = (size: number, room: number) => Math.max(EDGE, (room - size * zoom) / 2);
  const top = middle(graph.height, place.height);
  const lowest = Math.min(top, place.height - graph.height * zoom - EDGE);
  const y = top > EDGE ? top : Math.min(top, Math.max(lowest, place.height / 2 - firstY * zoom));
  return { x: middle(graph.width, place.width), y, zoom };
}
