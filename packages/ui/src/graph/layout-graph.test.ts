import { describe, expect, it } from "vitest";
import { layoutGraph } from "./layout-graph";
import { type GraphEdge, type GraphNode, pillWidth } from "./measure";
import { boxAround, overlapOf, placePills } from "./place-pills";
import { pathOf, pointAt, routeThrough } from "./route";
import { openingViewport } from "./viewport";

const node = (id: string): GraphNode => ({ id, label: id, note: "2,140 in · 4,712 out" });
const edge = (id: string, from: string, to: string, weight = 1000): GraphEdge => ({
  id,
  from,
  to,
  weight,
  order: id,
  text: "2,140 · 0 %",
});

const claims = {
  nodes: ["intake", "coverage", "fraud", "severity", "recommendation", "explainability"].map(node),
  edges: [
    edge("1", "intake", "coverage", 2140),
    edge("2", "intake", "fraud", 2140),
    edge("3", "coverage", "severity", 2168),
    edge("4", "fraud", "severity", 3302),
    edge("5", "fraud", "recommendation", 1200),
    edge("6", "severity", "recommendation", 2722),
    edge("7", "severity", "explainability", 6480),
    edge("8", "recommendation", "explainability", 7914),
    edge("9", "explainability", "recommendation", 3277),
  ],
};

const placeOf = (id: string, graph: ReturnType<typeof layoutGraph>) => {
  const found = graph.nodes.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is not placed`);
  return found;
};

const pillsOf = (graph: ReturnType<typeof layoutGraph>) =>
  graph.edges.map((one) => boxAround(one.pill, pillWidth("2,140 · 0 %"), 22));

describe("layoutGraph", () => {
  it("places later nodes further right, even if an edge runs back", () => {
    const graph = layoutGraph(claims.nodes, claims.edges);
    const across = ["intake", "coverage", "severity", "recommendation", "explainability"].map(
      (id) => placeOf(id, graph).x,
    );
    expect(across).toEqual([...across].sort((a, b) => a - b));
    expect(new Set(across).size).toBe(5);
  });

  it("places pills without covering nodes or other pills", () => {
    const graph = layoutGraph(claims.nodes, claims.edges);
    const pills = pillsOf(graph);
    for (const [index, pill] of pills.entries()) {
      for (const box of graph.nodes) expect(overlapOf(pill, box)).toBe(0);
      for (const other of pills.slice(index + 1)) expect(overlapOf(pill, other)).toBe(0);
    }
  });

  it("separates the pills of several edges between the same nodes, in both directions", () => {
    const edges = [
      edge("1", "a", "b"),
      edge("2", "b", "a"),
      edge("3", "a", "b"),
      edge("4", "b", "a"),
      edge("5", "a", "b"),
    ];
    const graph = layoutGraph(["a", "b"].map(node), edges);
    const pills = pillsOf(graph);
    for (const [index, pill] of pills.entries()) {
      for (const other of pills.slice(index + 1)) expect(overlapOf(pill, other)).toBe(0);
    }
    expect(new Set(graph.edges.map((one) => one.path)).size).toBe(5);
  });

  it("scales edge widths linearly from 1.5 to 9 px", () => {
    const graph = layoutGraph(["a", "b"].map(node), [
      edge("1", "a", "b", 0),
      edge("2", "a", "b", 500),
      edge("3", "a", "b", 1000),
    ]);
    expect(graph.edges.map((one) => one.strokeWidth)).toEqual([1.5, 5.25, 9]);
  });

  it("limits node widths to 28 letters", () => {
    const widthOf = (id: string) => layoutGraph([node(id)], []).nodes[0]?.width;
    expect([widthOf("a".repeat(28)), widthOf("a".repeat(256))]).toEqual([222, 222]);
  });

  it("draws a handoff from a node to itself as a loop", () => {
    const graph = layoutGraph([node("a")], [edge("1", "a", "a")]);
    const box = placeOf("a", graph);
    expect(graph.edges[0]?.pill.y).toBeGreaterThan(box.y + box.height);
    expect(overlapOf(boxAround(graph.edges[0]?.pill ?? box, pillWidth("2,140 · 0 %"), 22), box)).toBe(0);
  });

  it("returns the same layout for the same graph", () => {
    expect(layoutGraph(claims.nodes, claims.edges)).toEqual(layoutGraph(claims.nodes, claims.edges));
  });

  it("returns an empty layout for an empty graph", () => {
    expect(layoutGraph([], [])).toEqual({ width: 0, height: 0, nodes: [], edges: [] });
  });
});

describe("edge routes", () => {
  it("start and end horizontally", () => {
    const route = routeThrough([
      { x: 0, y: 0 },
      { x: 100, y: 50 },
    ]);
    expect(pathOf(route)).toBe("M0 0C50 0 50 50 100 50");
    expect(pointAt(route, 0)).toEqual({ x: 0, y: 0 });
    expect(pointAt(route, 0.5)).toEqual({ x: 50, y: 25 });
    expect(pointAt(route, 1)).toEqual({ x: 100, y: 50 });
  });
});

describe("placePills", () => {
  it("moves the second of two overlapping pills", () => {
    const route = routeThrough([
      { x: 0, y: 0 },
      { x: 600, y: 0 },
    ]);
    const placed = placePills(
      [
        { id: "1", route, width: 60, height: 22 },
        { id: "2", route, width: 60, height: 22 },
      ],
      [],
    );
    expect(placed.get("1")).toEqual({ point: { x: 300, y: 0 }, covered: 0 });
    expect(Math.abs((placed.get("2")?.point.x ?? 300) - 300)).toBeGreaterThanOrEqual(60);
  });
});

describe("openingViewport", () => {
  it("centers a small graph at its own size", () => {
    expect(openingViewport({ width: 400, height: 200 }, { width: 800, height: 340 })).toEqual({
      x: 200,
      y: 70,
      zoom: 1,
    });
  });

  it("shrinks a graph slightly larger than its frame to fit", () => {
    const { x, zoom } = openingViewport({ width: 1600, height: 200 }, { width: 1144, height: 340 });
    expect([x, zoom]).toEqual([12, 0.7]);
  });

  it("shows the left end of a large graph at a readable size", () => {
    expect(openingViewport({ width: 2000, height: 200 }, { width: 340, height: 340 })).toEqual({
      x: 12,
      y: 95,
      zoom: 0.75,
    });
  });

  it("shows the first node of a graph that is larger than its frame", () => {
    const [graph, place] = [
      { width: 2000, height: 4000 },
      { width: 800, height: 340 },
    ];
    expect(openingViewport(graph, place, 2000).y).toBe(170 - 2000 * 0.75);
    expect(openingViewport(graph, place, 20).y).toBe(12);
    expect(openingViewport(graph, place, 4000).y).toBe(340 - 4000 * 0.75 - 12);
  });
});
