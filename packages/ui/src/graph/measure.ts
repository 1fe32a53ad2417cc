import { readableName } from "../format/readable-name";

/** An agent. The array order is the order of first participation and runs from left to right. */
export type GraphNode = {
  id: string;
  label: string;
  /** Two small values below the label: "2,140 in · 4,712 out". */
  note: string;
};

/** One or several handoffs from one agent to another. */
export type GraphEdge = {
  id: string;
  from: string;
  to: string;
  /** Determines the width: from 1.5 px for 0 to 9 px for the largest of the graph. */
  weight: number;
  /** Texts of the pill: its number, and "2,140 · 0 %". */
  order: string;
  text: string;
  /** Text below the pill: "no rule", "leak". */
  flag?: string;
};

/**
 * Sizes in pixels. Letter widths are those of Inter at 13, 11 and 11 px, so that the layout needs no screen.
 */
const NODE = { minWidth: 112, height: 52, letter: 7, noteLetter: 5.4, padding: 26 };
/** The node cuts off a longer label. */
const MAX_LETTERS = 28;
const PILL = { height: 22, flagHeight: 16, letter: 6, padding: 32 };

/** Distance between the ends of two edges at one side of a node, in pixels. */
export const PORT_DISTANCE = 15;

/** Returns the width of a pill for its text, in pixels. */
export function pillWidth(text: string): number {
  return PILL.padding + text.length * PILL.letter;
}

/** Returns the height of a pill with its flag, in pixels. */
export function pillHeight(edge: GraphEdge): number {
  return PILL.height + (edge.flag === undefined ? 0 : PILL.flagHeight);
}

/** Returns a node's size: width for its texts, height for the edges at its busier side. */
export function sizeOf(
  node: GraphNode,
  ends: readonly (readonly [string, string])[],
): { width: number; height: number } {
  const others = ends.filter(([left, right]) => left !== right);
  const atRight = others.filter(([left]) => left === node.id).length;
  const atLeft = others.filter(([, right]) => right === node.id).length;
  const letters = Math.min(readableName(node.label).length, MAX_LETTERS);
  const words = Math.max(letters * NODE.letter, node.note.length * NODE.noteLetter);
  return {
    width: Math.max(NODE.minWidth, NODE.padding + words),
    height: Math.max(NODE.height, PORT_DISTANCE * (Math.max(atRight, atLeft) + 1)),
  };
}
