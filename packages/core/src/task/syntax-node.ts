/** A node of an ESTree syntax tree, with the properties that all nodes have. */
export interface SyntaxNode {
  readonly type: string;
  readonly start?: number | null;
  readonly end?: number | null;
  readonly loc?: { readonly start: { readonly line: number } } | null;
}

/** Yields every node of a tree, the root first, in the order of the text. Not recursive. */
export function* walkSyntax(root: SyntaxNode): Generator<SyntaxNode> {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    const children = Object.entries(node).flatMap(([key, value]) => (BESIDE.has(key) ? [] : nodesIn(value)));
    // One by one, since a call takes at most some hundred thousand arguments.
    for (const child of children.reverse()) pending.push(child);
  }
}

/** Properties of nodes that are not part of the tree. */
const BESIDE: ReadonlySet<string> = new Set(["leadingComments", "innerComments", "trailingComments"]);

/** Returns the nodes in a property of a node. */
export function nodesIn(value: unknown): SyntaxNode[] {
  return (Array.isArray(value) ? value : [value]).filter(isSyntaxNode);
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
