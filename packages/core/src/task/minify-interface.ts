import { type ParsedInterface, parseInterface, type SyntaxToken } from "./parse-interface";
import { nodesIn, type SyntaxNode, walkSyntax } from "./syntax-node";

/** Keys of nodes that contain lists of statements or members. */
const LISTS: Readonly<Record<string, string>> = {
  Program: "body",
  TSModuleBlock: "body",
  TSInterfaceBody: "body",
  ClassBody: "body",
  TSTypeLiteral: "members",
};

/** Declarations that end with their own brace and need no separator. */
const BRACED: ReadonlySet<string> = new Set([
  "TSInterfaceDeclaration",
  "ClassDeclaration",
  "TSEnumDeclaration",
  "TSModuleDeclaration",
]);

/** Two signs that become another one if nothing separates them. */
const MERGING = /^(?:<<|>=|==|=>|\?\?|\?\.|\.\.|--|\+\+|&&|\|\||\*\*|\/[/*])$/;

/** Characters of names and numbers. */
const WORD_SIGN = /[\p{ID_Continue}$\\#@]|\u200C|\u200D/u;

/**
 * Removes comments and white space from TypeScript types and signatures. The result declares the same types.
 *
 * @returns the text; null if it contains more than types and signatures, or is not TypeScript. Never throws.
 */
export function minifyInterface(text: string): string | null {
  const reading = parseInterface(text);
  return reading.ok ? printTokens(reading.parsed) : null;
}

/** Writes the words and signs of a parsed text with as little between them as possible. */
function printTokens({ source, start, end, program, tokens }: ParsedInterface): string {
  const { ends, empty } = findEnds(program, source);
  const kept = tokens.filter((token) => token.start >= start && token.end <= end && !empty.has(token.start));
  const textOf = (token: SyntaxToken | undefined) => (token ? source.slice(token.start, token.end) : "");
  let printed = "";
  for (const [index, token] of kept.entries()) {
    const [text, next] = [textOf(token), kept[index + 1]];
    const closes = next === undefined || textOf(next) === "}";
    const separates = text === ";" || text === ",";
    if (separates && closes) continue;
    printed += text;
    if (closes || separates) continue;
    // A line break may be the only separator of two members.
    if (ends.has(token.end) && !/^[;,]$/.test(textOf(next))) printed += ";";
    else if (next.start > token.end && needsSpace(text, textOf(next))) printed += " ";
  }
  return printed;
}

/** Returns the ends of statements and members before a separator, and the positions of empty ones. */
function findEnds(
  program: SyntaxNode,
  source: string,
): { ends: ReadonlySet<number>; empty: ReadonlySet<number> } {
  const [ends, empty] = [new Set<number>(), new Set<number>()];
  for (const node of walkSyntax(program)) {
    const key = LISTS[node.type];
    for (const item of key === undefined ? [] : nodesIn(Reflect.get(node, key))) {
      if (item.type === "EmptyStatement") empty.add(item.start ?? 0);
      else if (!isBraced(item, source)) ends.add(item.end ?? 0);
    }
  }
  return { ends, empty };
}

function isBraced(item: SyntaxNode, source: string): boolean {
  const [declaration] = nodesIn(Reflect.get(item, "declaration"));
  return BRACED.has((declaration ?? item).type) && source[(item.end ?? 0) - 1] === "}";
}

function needsSpace(left: string, right: string): boolean {
  const [last, first] = [[...left].at(-1) ?? "", [...right].at(0) ?? ""];
  return (WORD_SIGN.test(last) && WORD_SIGN.test(first)) || MERGING.test(last + first);
}
