import type { PhrasingContent } from "mdast";

/** Splits a paragraph before lines that start with a bold label, as in a block of `**Date**: …` lines. */
export function divideAtLabels(nodes: readonly PhrasingContent[]): PhrasingContent[][] {
  const runs: PhrasingContent[][] = [[]];
  for (const [index, node] of nodes.entries()) {
    const previous = nodes[index - 1];
    const beginsLine =
      previous?.type === "break" || (previous?.type === "text" && /[\r\n]\s*$/.test(previous.value));
    const next = nodes[index + 1];
    const isLabel =
      node.type === "strong" &&
      (next === undefined || (next.type === "text" && /^\s*[:–—-]|^\s/.test(next.value)));
    if (beginsLine && isLabel) runs.push([]);
    if (node.type !== "break" || (runs.at(-1)?.length ?? 0) > 0) runs.at(-1)?.push(node);
  }
  return runs
    .map((run) => (run.at(-1)?.type === "break" ? run.slice(0, -1) : run))
    .filter((run) => run.length > 0);
}
