import type { Root } from "mdast";
import { SKIP, visit } from "unist-util-visit";

/** Cells that are drawn, of all tables of a document. */
const MOST_CELLS = 5_000;
/** Characters of an address: that of a definition is written out at each of its references. */
const MAX_ADDRESS = 1_000;

/**
 * A plugin of remark, so that what is drawn of a document has the size of its text: each row of a table gets
 * as many cells as its head has, however few are written, and a reference all of the address that is written
 * once. A table beyond that is drawn as it is written, and references to such an address are text.
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
