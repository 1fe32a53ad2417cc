import { nodesIn, type SyntaxNode, walkSyntax } from "./syntax-node";

/** What a text carries beside types and signatures, and on which of its lines, from 1. */
export interface Implementation {
  readonly what: "a body" | "a default value" | "a value" | "a statement that runs";
  readonly line: number;
}

/** What a declaration file may give a constant: its type is that very value. */
const LITERALS: ReadonlySet<string> = new Set([
  "StringLiteral",
  "NumericLiteral",
  "BigIntLiteral",
  "BooleanLiteral",
]);

/** What may stand behind `export default` in a declaration file. */
const DEFAULT_EXPORTS: ReadonlySet<string> = new Set([
  "Identifier",
  "TSInterfaceDeclaration",
  "ClassDeclaration",
  "TSDeclareFunction",
]);

/**
 * The first thing in a tree of TypeScript that a declaration file could not hold: a body, a default value, a
 * value that has to be worked out, a statement that runs.
 *
 * @returns null where there are types and signatures alone.
 */
export function findImplementation(program: SyntaxNode): Implementation | null {
  for (const node of walkSyntax(program)) {
    const what = judge(node);
    if (what) return { what, line: node.loc?.start.line ?? 1 };
  }
  return null;
}

function judge(node: SyntaxNode): Implementation["what"] | null {
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

/** Whether a node holds no value under `key`, or as a constant one that is its type. */
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
