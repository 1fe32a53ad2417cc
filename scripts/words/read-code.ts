import { parse } from "@babel/parser";
import * as t from "@babel/types";

/** A text for readers, and its first line. */
export interface Text {
  readonly text: string;
  readonly line: number;
}

export interface CodeTexts {
  readonly comments: Text[];
  /** Strings and JSX text that look like prose. */
  readonly strings: Text[];
  readonly testNames: Text[];
}

/** Marks an expression inside a text. */
const HOLE = "…";

/** Nodes whose strings are never shown: SQL, types and module names. */
const CODE = new Set(["TaggedTemplateExpression", "TSLiteralType", "ImportDeclaration"]);

/** Returns the texts of a TypeScript module. */
export function readCode(file: string, source: string): CodeTexts {
  const { program, comments } = parse(source, {
    sourceType: "module",
    plugins: file.endsWith("x") ? ["jsx", "typescript"] : ["typescript"],
    attachComment: false,
  });
  const strings: Text[] = [];
  const testNames: Text[] = [];
  visit(program, (node) => {
    if (isTestCall(node)) {
      const [name] = node.arguments;
      if (name) testNames.push(...textOf(name));
    }
    strings.push(...textOf(node).filter(({ text }) => isProse(text)));
    if (t.isJSXElement(node) || t.isJSXFragment(node)) strings.push(...textsOfChildren(node));
  });
  return { strings, testNames, comments: joinLines(comments ?? []) };
}

/** Calls the function for each node that may contain a text. */
function visit(node: t.Node, call: (node: t.Node) => void): void {
  if (CODE.has(node.type) || isClassAttribute(node)) return;
  call(node);
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    if (key === "source" || (key === "key" && !isComputed(node))) continue;
    const child: unknown = Reflect.get(node, key);
    for (const one of Array.isArray(child) ? child : [child]) if (t.isNode(one)) visit(one, call);
  }
}

function isComputed(node: t.Node): boolean {
  return "computed" in node && node.computed === true;
}

function isClassAttribute(node: t.Node): boolean {
  return t.isJSXAttribute(node) && typeof node.name.name === "string" && /classname$/i.test(node.name.name);
}

/** Finds `it("…")`, `describe.each(…)("…")` and their like. */
function isTestCall(node: t.Node): node is t.CallExpression {
  if (!t.isCallExpression(node)) return false;
  let callee: t.Node = node.callee;
  while (t.isMemberExpression(callee) || t.isCallExpression(callee))
    callee = t.isCallExpression(callee) ? callee.callee : callee.object;
  return t.isIdentifier(callee) && /^(?:it|test|describe)$/.test(callee.name);
}

function textOf(node: t.Node): Text[] {
  const line = node.loc?.start.line ?? 0;
  if (t.isStringLiteral(node)) return [{ text: node.value, line }];
  if (t.isTemplateLiteral(node))
    return [{ text: node.quasis.map(({ value }) => value.raw).join(HOLE), line }];
  return [];
}

/** Returns the text between the tags, with a hole on a side where another child follows. */
function textsOfChildren({ children }: t.JSXElement | t.JSXFragment): Text[] {
  return children.flatMap((child, index) => {
    if (!t.isJSXText(child) || !/[a-z]/i.test(child.value)) return [];
    const before = index > 0 ? `${HOLE} ` : "";
    const after = index < children.length - 1 ? ` ${HOLE}` : "";
    const start = child.value.slice(0, child.value.search(/\S/)).split("\n").length - 1;
    return [{ text: `${before}${child.value.trim()}${after}`, line: (child.loc?.start.line ?? 0) + start }];
  });
}

/** Returns true for a sentence or a label, false for a name that only code reads. */
function isProse(text: string): boolean {
  return /[a-z]/i.test(text) && (/\s/.test(text) || /^[A-Z][a-z]/.test(text));
}

/** Joins consecutive one-line comments, and removes comment marks. */
function joinLines(comments: readonly t.Comment[]): Text[] {
  const texts: { text: string; line: number; end: number; isLine: boolean }[] = [];
  for (const { type, value, loc } of comments) {
    const line = loc?.start.line ?? 0;
    const text = value.replace(/^[ \t]*\*+ ?/gm, "").trim();
    const isLine = type === "CommentLine";
    const last = texts.at(-1);
    if (isLine && last?.isLine && last.end === line - 1) {
      last.text += ` ${text}`;
      last.end = line;
    } else texts.push({ text, line, end: loc?.end.line ?? line, isLine });
  }
  return texts;
}
