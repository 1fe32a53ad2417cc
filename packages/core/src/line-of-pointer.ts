import { parse, type ValueNode } from "@humanwhocodes/momoa";
import { nameOf, withoutMark } from "./read-json";

/**
 * Returns a function that finds the line of a JSON Pointer (RFC 6901) in a JSON text, from 1; for a missing value, the
 * line of the nearest container. Null without a valid text.
 */
export function createLineFinder(text: string): (pointer: string) => number | null {
  let root: ValueNode;
  try {
    root = parse(withoutMark(text)).body;
  } catch {
    return () => null;
  }
  return (pointer) => {
    const keys = pointer.split("/").slice(1);
    let node = root;
    for (const key of keys) {
      const child = childOf(node, key.replaceAll("~1", "/").replaceAll("~0", "~"));
      if (!child) break;
      node = child;
    }
    return node.loc.start.line;
  };
}

function childOf(node: ValueNode, key: string): ValueNode | undefined {
  if (node.type === "Array") return node.elements[Number(key)]?.value;
  if (node.type !== "Object") return undefined;
  return node.members.find((member) => nameOf(member) === key)?.value;
}
