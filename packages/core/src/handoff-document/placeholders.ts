import type { Nodes } from "mdast";
import { parseMarkdown } from "./parse-markdown";

/** `[TODO: …]` in any case, and `[TODO]`. */
const TODO = /\[(?:todo|tbd|fixme)\b[^[\]\n]*\](?![([])/gi;
const BRACES = /\{([^{}\n]+)\}/g;

/** Single words that templates use as placeholders. */
const TEMPLATE_WORDS = new Set(
  (
    "action approach commit context date decision description fact file goal id line location n name next nnn path p phase " +
    "rationale reason section slug state step summary task timestamp title x"
  ).split(" "),
);

/**
 * Returns unfilled placeholders: `[TODO: …]` and `{…}`. Braces count outside of code if they contain words
 * for a reader, as in `{Why it failed}` or `specs/{N}/plan.md`; sets, types and objects do not.
 *
 * @param markdown a handoff document or a part of one.
 * @returns each as written, without duplicates.
 */
export function findPlaceholders(markdown: string): string[] {
  const found = new Set<string>();
  for (const prose of listProse(parseMarkdown(markdown), markdown)) {
    for (const [todo] of prose.matchAll(TODO)) found.add(todo);
    for (const match of prose.matchAll(BRACES)) {
      const isAlone = /(?:^|[:.)*-])\s*$/.test(prose.slice(0, match.index)) && isLineEnd(prose, match);
      if (asksForText(match[1] ?? "", isAlone)) found.add(match[0]);
    }
  }
  return [...found];
}

function isLineEnd(prose: string, match: RegExpMatchArray): boolean {
  return /^\s*(?:$|\n|[:.,]\s)/.test(prose.slice((match.index ?? 0) + match[0].length));
}

function asksForText(inside: string, isAlone: boolean): boolean {
  const text = inside.trim();
  if (!/^\p{L}[\p{L}\p{N} _'’/,.-]*$/u.test(text)) return false;
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  const isProse = words.length > 1 && words.some((word) => word.length > 2);
  return isProse || isAlone || TEMPLATE_WORDS.has(text.toLowerCase());
}

/** Returns the source of every heading, paragraph and cell, without code. */
function listProse(node: Nodes, source: string): string[] {
  if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") {
    const start = node.position?.start.offset ?? 0;
    let text = source.slice(start, node.position?.end.offset ?? start);
    for (const child of node.children) {
      if (child.type !== "inlineCode") continue;
      const from = (child.position?.start.offset ?? start) - start;
      const to = (child.position?.end.offset ?? start) - start;
      text = text.slice(0, from) + " ".repeat(to - from) + text.slice(to);
    }
    return [text];
  }
  return "children" in node ? node.children.flatMap((child) => listProse(child, source)) : [];
}
