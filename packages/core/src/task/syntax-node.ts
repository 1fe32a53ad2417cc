/** A node of a syntax tree of the ESTree family, of which only what all of them have is known. */
export interface SyntaxNode {
  readonly type: string;
  readonly start?: number | null;
  readonly end?: number | null;
  readonly loc?: { readonly start: { readonly line: number } } | null;
}

/** Every node of a tree, the root first, in the order of the text. Depth costs no stack. */
export function* walkSyntax(root: SyntaxNode): Generator<SyntaxNode> {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    const children = Object.entries(node).flatMap(([key, value]) => (BESIDE.has(key) ? [] : nodesIn(value)));
    // One after the other: a call takes some hundred thousand arguments at most.
    for (const child of children.reverse()) pending.push(child);
  }
}

/** Properties of nodes that are not part of the tree. */
const BESIDE: ReadonlySet<string> = new Set(["leadingComments", "innerComments", "trailingComments"]);

/** The nodes that a property of a node holds. */
export function nodesIn(value: unknown): SyntaxNode[] {
  return (Array.isArray(value) ? value : [value]).filter(isSyntaxNode);
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
