import type { RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import type { Range } from "./sentences";

/** A part of a document, parsed. Positions in its nodes count from `from`. */
export interface MarkdownPiece {
  readonly from: number;
  readonly nodes: readonly RootContent[];
}

export interface ParsedMarkdown {
  readonly pieces: readonly MarkdownPiece[];
  /** What was too costly to parse. */
  readonly unread: readonly Range[];
}

/** How much may still be parsed, over all documents of an artifact. */
export interface ParsingAllowance {
  characters: number;
  signs: number;
}

/**
 * What one compaction parses at most, in UTF-16 units and in signs of ASCII punctuation, of which Markdown is made. Prose has three
 * signs in a hundred characters, documents full of tables have ten. The parser takes about 5 µs a character and, at worst, 0.4 ms a sign.
 */
export function createParsingAllowance(): ParsingAllowance {
  return { characters: 2_000_000, signs: 40_000 };
}

/**
 * Parses Markdown (CommonMark, tables and task lists of GFM, front matter) in time linear in its length, whatever stands in it. The
 * parser's own time grows with the square of the signs in a list, quote or paragraph. So a document is parsed in pieces, cut where
 * a block begins at the margin behind a blank line, and a piece with too many signs, or nested too deep, is left out.
 */
export function readMarkdown(text: string, allowance: ParsingAllowance): ParsedMarkdown {
  const pieces: MarkdownPiece[] = [];
  const unread: Range[] = [];
  for (const { from, to, text: piece } of cutAtBlocks(text)) {
    const signs = countSigns(piece);
    const isAffordable = to - from <= allowance.characters && signs <= allowance.signs;
    if (!isAffordable || signs > MAX_SIGNS_IN_PIECE || DEEP_NESTING.test(piece)) {
      unread.push({ from, to });
      continue;
    }
    allowance.characters -= to - from;
    allowance.signs -= signs;
    pieces.push({ from, nodes: parse(piece, from === 0) });
  }
  return { pieces, unread };
}

const MAX_SIGNS_IN_PIECE = 4_000;
const MIN_PIECE_LENGTH = 4_000;

/** A line that begins with this many marks of quotes and lists, or this much indentation, is written by no one. */
const DEEP_NESTING = /^[ \t>*+\-\d.)]{200}/m;

function countSigns(text: string): number {
  let signs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x20 && code < 0x7f && !isLetterOrDigit(code)) signs += 1;
  }
  return signs;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** A fence of code or a comment, in which blank lines divide nothing. */
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const COMMENT_START = /^ {0,3}<!--/;

/** The text of a piece is as long as in the document; code in it is blank, since none of it enters a summary. */
function* cutAtBlocks(text: string): Generator<Range & { text: string }> {
  let from = 0;
  let lines: string[] = [];
  let isBehindBlank = false;
  let closing: ((line: string) => boolean) | null = null;
  for (const { line, start, end } of linesOf(text)) {
    const isInside = closing !== null && !closing(line);
    if (closing) {
      if (!isInside) closing = null;
    } else {
      if (isBehindBlank && start - from >= MIN_PIECE_LENGTH && /^\S/.test(line)) {
        yield { from, to: start, text: lines.join("") };
        from = start;
        lines = [];
      }
      closing = closingOf(line);
    }
    lines.push((isInside ? " ".repeat(line.length) : line) + text.slice(start + line.length, end));
    isBehindBlank = line.trim() === "";
  }
  if (from < text.length) yield { from, to: text.length, text: lines.join("") };
}

/** How the fence or comment ends that a line opens. */
function closingOf(line: string): ((line: string) => boolean) | null {
  const [, backticks, tildes] = FENCE.exec(line) ?? [];
  const fence = backticks ?? tildes;
  if (fence !== undefined) {
    return (next) => next.trim().startsWith(fence) && next.replaceAll(fence[0] ?? "", "").trim() === "";
  }
  return COMMENT_START.test(line) && !line.includes("-->") ? (next) => next.includes("-->") : null;
}

function* linesOf(text: string): Generator<{ line: string; start: number; end: number }> {
  let start = 0;
  for (const lineEnd of text.matchAll(/\r\n|\n|\r/g)) {
    const end = lineEnd.index + lineEnd[0].length;
    yield { line: text.slice(start, lineEnd.index), start, end };
    start = end;
  }
  if (start < text.length) yield { line: text.slice(start), start, end: text.length };
}

/** A byte order mark becomes a space, since the parser does not count it. */
function parse(piece: string, isBeginning: boolean): readonly RootContent[] {
  const extensions = [gfmTable(), gfmTaskListItem()];
  const mdastExtensions = [gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()];
  if (isBeginning) {
    extensions.push(frontmatter(["yaml", "toml"]));
    mdastExtensions.push(frontmatterFromMarkdown(["yaml", "toml"]));
  }
  return fromMarkdown(piece.replace(/^\uFEFF/, " "), { extensions, mdastExtensions }).children;
}
