import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from "@dagrejs/dagre";
import { placePorts, routeOf, type Way } from "./lead-edges";
import { type GraphEdge, type GraphNode, pillHeight, pillWidth, sizeOf } from "./measure";
import { type Box, placePills } from "./place-pills";
import { arrowAt, type Point, pathOf, type Route } from "./route";

export type PlacedEdge = {
  id: string;
  path: string;
  arrow: string;
  strokeWidth: number;
  /** Middle of the pill and its flag. */
  pill: Point;
};

type PlacedGraph = {
  width: number;
  height: number;
  nodes: readonly (Box & { id: string })[];
  edges: readonly PlacedEdge[];
};

const GAP = { edges: 16, layers: 52 };
/** Vertical distances to try between nodes: without or with space for a pill. */
const NODE_GAPS = [28, 64, 140];
/** Maximum attempts to widen a layout in which pills overlap. */
const PASSES = 4;
/** Container size for which a layout is chosen; the actual one may differ slightly. */
const USUAL_PLACE = { width: 830, height: 330 };
/** With more edges, only one layout is tried, to save time. */
const MANY_EDGES = 80;
const STROKE = { least: 1.5, most: 9 };

/**
 * Places nodes in layers from left to right and routes the edges between them, in pixels from
 * 0, 0. An edge to an earlier node runs back from right to left. Several edges of a pair have
 * separate routes and pills.
 *
 * A pill needs room either above and below the nodes or between the layers. Since the smaller layout
 * depends on the graph, several are tried, and the one with the largest display scale wins.
 */
export function layoutGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): PlacedGraph {
  if (nodes.length === 0) return { width: 0, height: 0, nodes: [], edges: [] };
  const isLarge = edges.length > MANY_EDGES;
  const attempts = (isLarge ? NODE_GAPS.slice(0, 1) : NODE_GAPS).map((nodeGap) =>
    layoutWithGap(nodes, edges, nodeGap, isLarge ? 1 : PASSES),
  );
  const scoreOf = ({ graph, crowded }: Attempt) =>
    Math.min(1, USUAL_PLACE.width / graph.width, USUAL_PLACE.height / graph.height) - crowded.length;
  return attempts.reduce((best, attempt) => (scoreOf(attempt) > scoreOf(best) ? attempt : best)).graph;
}

type Attempt = { graph: PlacedGraph /** Edges whose pill covers something. */; crowded: readonly string[] };

/**
 * Lays out the graph with layers as close as the pills allow, and widens the gaps where something collides.
 */
function layoutWithGap(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  nodeGap: number,
  passes: number,
): Attempt {
  const wide = new Set<string>();
  let attempt = attemptLayout(nodes, edges, nodeGap, wide);
  for (let pass = 1; pass < passes; pass += 1) {
    const crowded = attempt.crowded.filter((id) => !wide.has(id));
    if (crowded.length === 0) break;
    for (const id of crowded) wide.add(id);
    attempt = attemptLayout(nodes, edges, nodeGap, wide);
  }
  return attempt;
}

/** Computes one layout. The edges of `wide` have space for their pill between the layers. */
function attemptLayout(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  nodeGap: number,
  wide: ReadonlySet<string>,
): Attempt {
  const rank = new Map(nodes.map((node, index) => [node.id, index]));
  const isBack = (edge: GraphEdge) => (rank.get(edge.to) ?? 0) < (rank.get(edge.from) ?? 0);
  // The engine only receives edges forward in time, so that it never reverses one.
  const endsOf = (edge: GraphEdge) =>
    isBack(edge) ? ([edge.to, edge.from] as const) : ([edge.from, edge.to] as const);

  const engine = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  engine.setGraph({
    rankdir: "LR",
    nodesep: nodeGap,
    edgesep: GAP.edges,
    ranksep: GAP.layers,
    marginx: 4,
    marginy: 4,
  });
  const ends = edges.map(endsOf);
  for (const node of nodes) engine.setNode(node.id, sizeOf(node, ends));
  for (const edge of edges) {
    const needsRoom = wide.has(edge.id) || edge.from === edge.to;
    const room = needsRoom
      ? { width: pillWidth(edge.text) - 20, height: pillHeight(edge) + 6 }
      : { width: 0, height: 0 };
    engine.setEdge(...endsOf(edge), { ...room, labelpos: "c" }, edge.id);
  }
  layout(engine);

  const boxes = new Map(nodes.map((node) => [node.id, boxOf(engine.node(node.id))]));
  const ways = edges.map((edge): Way => {
    const [left, right] = endsOf(edge);
    const { points = [], x = 0, y = 0 } = engine.edge(left, right, edge.id);
    // An edge to the next layer is straight, unless its pill determines its route.
    const isShort = points.length <= 3 && !wide.has(edge.id);
    return {
      edge,
      left,
      right,
      isBack: isBack(edge),
      inner: isShort ? [] : points.slice(1, -1),
      label: { x, y },
    };
  });
  const ports = placePorts(ways, boxes);
  const drawn = ways.map((way) => ({ edge: way.edge, ...routeOf(way, ports, boxes) }));
  const pills = placePills(
    drawn.map(({ edge, route }) => ({
      id: edge.id,
      route,
      width: pillWidth(edge.text),
      height: pillHeight(edge),
    })),
    [...boxes.values()],
  );

  const largest = Math.max(...edges.map((edge) => edge.weight), 1);
  const { width = 0, height = 0 } = engine.graph();
  const graph = {
    width,
    height,
    nodes: [...boxes].map(([id, box]) => ({ id, ...box })),
    edges: drawn.map(({ edge, route, towards }) => {
      const strokeWidth = STROKE.least + (STROKE.most - STROKE.least) * (Math.max(0, edge.weight) / largest);
      const end = endOf(route);
      return {
        id: edge.id,
        path: pathOf(route),
        arrow: arrowAt(end, towards, strokeWidth),
        strokeWidth,
        pill: pills.get(edge.id)?.point ?? end,
      };
    }),
  };
  return { graph, crowded: edges.map(({ id }) => id).filter((id) => (pills.get(id)?.covered ?? 0) > 0) };
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: NodeLabel): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function endOf(route: Route): Point {
  return route.at(-1)?.[3] ?? { x: 0, y: 0 };
}
