import { type GraphEdge, PORT_DISTANCE } from "./measure";
import type { Box } from "./place-pills";
import { ARROW_LENGTH, loopBelow, type Point, type Route, routeThrough } from "./route";

/** Minimum depth of a loop below its node, in pixels. */
const LOOP_DEPTH = 28;

/**
 * An edge routed by the engine: its ends from left to right, the points between them, and the middle reserved
 * for the pill.
 */
export type Way = {
  edge: GraphEdge;
  left: string;
  right: string;
  isBack: boolean;
  inner: readonly Point[];
  label: Point;
};

/**
 * Computes the ports of each edge, sorted by destination: it leaves at a right side ("id out") and
 * arrives at a left side ("id in").
 */
export function placePorts(
  ways: readonly Way[],
  boxes: ReadonlyMap<string, Box>,
): ReadonlyMap<string, Point> {
  const ports = new Map<string, Point>();
  for (const [nodeId, box] of boxes) {
    const middle = box.y + box.height / 2;
    const spread = (name: "out" | "in", x: number, ends: readonly Way[]) => {
      const heightOf = (way: Way) => {
        const other = boxes.get(name === "out" ? way.right : way.left);
        return (
          (name === "out" ? way.inner[0] : way.inner.at(-1))?.y ?? (other ? other.y + other.height / 2 : 0)
        );
      };
      const sorted = [...ends].sort((a, b) => heightOf(a) - heightOf(b) || a.label.y - b.label.y);
      for (const [index, way] of sorted.entries()) {
        ports.set(`${way.edge.id} ${name}`, {
          x,
          y: middle + (index - (sorted.length - 1) / 2) * PORT_DISTANCE,
        });
      }
    };
    const others = ways.filter((way) => way.left !== way.right);
    spread(
      "out",
      box.x + box.width,
      others.filter((way) => way.left === nodeId),
    );
    spread(
      "in",
      box.x,
      others.filter((way) => way.right === nodeId),
    );
  }
  return ports;
}

/** Computes the line of an edge, which ends at the base of the arrowhead, and the arrowhead's direction. */
export function routeOf(
  { edge, left, right, isBack, inner, label }: Way,
  ports: ReadonlyMap<string, Point>,
  boxes: ReadonlyMap<string, Box>,
): { route: Route; towards: "left" | "right" | "up" } {
  const box = boxes.get(left);
  if (left === right && box) {
    const bottom = box.y + box.height + ARROW_LENGTH;
    const depth = Math.max(label.y, bottom + LOOP_DEPTH);
    return { route: loopBelow(box.x + box.width / 2, bottom, depth), towards: "up" };
  }
  const start = ports.get(`${edge.id} out`) ?? label;
  const end = ports.get(`${edge.id} in`) ?? label;
  return isBack
    ? {
        route: routeThrough([end, ...[...inner].reverse(), { x: start.x + ARROW_LENGTH, y: start.y }]),
        towards: "left",
      }
    : { route: routeThrough([start, ...inner, { x: end.x - ARROW_LENGTH, y: end.y }]), towards: "right" };
}
