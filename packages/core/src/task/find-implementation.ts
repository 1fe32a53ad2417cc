import { nodesIn, type SyntaxNode, walkSyntax } from "./syntax-node";

/** A part of a text besides types and signatures, and its line from 1. */
export interface Implementation {
  readonly what: "a body" | "a default value" | "a value" | "a statement that runs";
  readonly line: number;
}

/** Values that a declaration file may give a constant, because its type is that value. */
const LITERALS: ReadonlySet<string> = new Set([
  "StringLiteral",
  "NumericLiteral",
  "BigIntLiteral",
  "BooleanLiteral",
]);

/** Nodes that may follow `export default` in a declaration file. */
const DEFAULT_EXPORTS: ReadonlySet<string> = new Set([
  "Identifier",
  "TSInterfaceDeclaration",
  "ClassDeclaration",
  "TSDeclareFunction",
]);

/**
 * Returns the first part of a TypeScript tree that a declaration file cannot contain: a body, a default
 * value, an expression, a statement.
 *
 * @returns null if there are only types and signatures.
 */
export function findImplementation(program: SyntaxNode): Implementation | null {
  for (const node of walkSyntax(program)) {
    const what = check(node);
    if (what) return { what, line: node.loc?.start.line ?? 1 };
  }
  return null;
}

function check(node: SyntaxNode): Implementation["what"] | null {
  switch (node.type) {
    case "BlockStatement":
    case "StaticBlock":
      return "a body";
    case "AssignmentPattern":
      return "a default value";
    case "VariableDeclaration": {
      const isConstant = Reflect.get(node, "kind") === "const";
      const variables = nodesIn(Reflect.get(node, "declarations"));
      return variables.every((variable) => isDeclared(variable, "init", isConstant)) ? null : "a value";
    }
    case "ClassProperty":
    case "ClassPrivateProperty":
    case "ClassAccessorProperty":
      return isDeclared(node, "value", Reflect.get(node, "readonly") === true) ? null : "a value";
    case "ArrowFunctionExpression":
      return "a body";
    case "ExportDefaultDeclaration":
      return isDefaultDeclaration(node) ? null : "a value";
    case "Decorator":
    case "Directive":
      return "a statement that runs";
    default:
      return node.type.endsWith("Statement") && node.type !== "EmptyStatement"
        ? "a statement that runs"
        : null;
  }
}

/** Returns true if a node has no value under `key`, or a constant that is its own type. */
function isDeclared(node: SyntaxNode, key: string, isConstant: boolean): boolean {
  return nodesIn(Reflect.get(node, key)).every((value) => isConstant && isLiteral(value));
}

function isLiteral({ type, ...node }: SyntaxNode): boolean {
  if (type !== "UnaryExpression") return LITERALS.has(type);
  return nodesIn(Reflect.get(node, "argument")).every((argument) => LITERALS.has(argument.type));
}

function isDefaultDeclaration(node: SyntaxNode): boolean {
  return nodesIn(Reflect.get(node, "declaration")).every(({ type }) => DEFAULT_EXPORTS.has(type));
}
