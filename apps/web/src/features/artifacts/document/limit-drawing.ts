import type { Root } from "mdast";
import { SKIP, visit } from "unist-util-visit";

/** Maximum table cells to render in a document. */
const MOST_CELLS = 5_000;
/** Maximum characters of a URL, because that of a definition is repeated at each of its references. */
const MAX_ADDRESS = 1_000;

/**
 * A remark plugin that limits the size of the rendered document to that of its text: each table row gets as
 * many cells as its head, however few are written, and each reference gets the full URL of its definition.
 * Larger tables are shown as text, and references to longer URLs are not links.
 */
export function limitDrawing() {
  return (tree: Root, file: { toString(): string }): void => {
    let cellsLeft = MOST_CELLS;
    visit(tree, ["table", "definition"], (node, index, parent) => {
      if (!parent || index === undefined) return undefined;
      if (node.type === "table") {
        cellsLeft -= node.children.length * (node.children[0]?.children.length ?? 0);
        if (cellsLeft >= 0) return undefined;
        const { start, end } = node.position ?? {};
        const value = file.toString().slice(start?.offset, end?.offset);
        parent.children[index] = { type: "code", value };
        return SKIP;
      }
      if (node.type === "definition" && `${node.url}${node.title ?? ""}`.length > MAX_ADDRESS) {
        parent.children.splice(index, 1);
        return [SKIP, index];
      }
      return undefined;
    });
  };
}
