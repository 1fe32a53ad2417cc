import type { RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import type { Range } from "./sentences";

/** A parsed part of a document. Positions of its nodes are relative to `from`. */
export interface MarkdownPiece {
  readonly from: number;
  readonly nodes: readonly RootContent[];
}

export interface ParsedMarkdown {
  readonly pieces: readonly MarkdownPiece[];
  /** Parts that were too expensive to parse. */
  readonly unread: readonly Range[];
}

/** Remaining parsing work for all documents of an artifact, in units of about 0.05 ms. */
export interface ParsingAllowance {
  work: number;
}

/**
 * Parsing limit of a compaction: about 280,000 characters full of tables and lists, or 1,500,000 of prose.
 */
export function createParsingAllowance(): ParsingAllowance {
  return { work: 50_000 };
}

/**
 * Parses Markdown (CommonMark, GFM tables and task lists, front matter) in linear time and within the
 * allowance, for any content. The parser itself is slower than linear. So it gets the document in pieces,
 * split before unindented blocks after a blank line, and pieces that are too expensive or nested too deeply
 * are omitted.
 */
export function readMarkdown(text: string, allowance: ParsingAllowance): ParsedMarkdown {
  const pieces: MarkdownPiece[] = [];
  const unread: Range[] = [];
  for (const { from, to, text: piece, work } of cutAtBlocks(withoutOpenFences(text))) {
    const price = work * (1 + work / DOUBLE_WORK);
    if (price > allowance.work || work > MAX_WORK_IN_PIECE || DEEP_NESTING.test(piece)) {
      const before = unread.at(-1);
      if (before?.to === from) unread.splice(-1, 1, { from: before.from, to });
      else unread.push({ from, to });
      continue;
    }
    allowance.work -= price;
    pieces.push({ from, nodes: parse(piece, from === 0) });
  }
  return { pieces, unread };
}

/** A piece is cut as soon as it is this much work. */
const ENOUGH_WORK = 64;
const MAX_WORK_IN_PIECE = 2_000;

/** A piece of this much work takes twice as long as it would in small pieces. */
const DOUBLE_WORK = 500;

/** A line with more marks of quotes and lists, or more indentation, is not from a real document. */
const DEEP_NESTING = /^[ \t>*+\-\d.)]{200}/m;

/** Start of a quote, item or indentation, which the parser continues from line to line. */
const LINE_PREFIX = /^[ \t>*+\-\d.)]+(?=\S)/;

/** Characters that may begin or end a construct inside of a line. */
const INLINE_MARKS = /[*_`[\]<&\\|#!~]/g;

const CHARACTERS_OF_WORK = 32;

/** Returns the parsing cost of a line in units. */
function workOf(line: string): number {
  const prefix = LINE_PREFIX.exec(line)?.[0].length ?? 0;
  return 1 + line.length / CHARACTERS_OF_WORK + prefix + (line.match(INLINE_MARKS)?.length ?? 0);
}

/** Front matter; blank lines inside do not end it. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)(?:[\s\S]*?(?:\r\n|\n|\r))??\1[ \t]*(?=[\r\n]|$)/;

/** A fence of code or a comment; blank lines inside do not end it. */
const FENCE = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const COMMENT_START = /^ {0,3}<!--/;

/** Fences inside of fences can leave several open. */
const MAX_OPEN_FENCES = 3;

/** Blanks the marks of code that never ends: it would hide the rest of the document. Keeps the length. */
function withoutOpenFences(text: string): string {
  let result = text;
  for (let count = 0; count < MAX_OPEN_FENCES; count += 1) {
    let open: { start: number; end: number; closing: (line: string) => boolean } | null = null;
    for (const { line, start } of linesOf(result)) {
      if (open) open = open.closing(line) ? null : open;
      else {
        const closing = closingOf(line);
        open = closing && { start, end: start + line.length, closing };
      }
    }
    if (open === null) break;
    result = result.slice(0, open.start) + " ".repeat(open.end - open.start) + result.slice(open.end);
  }
  return result;
}

/** Yields pieces that keep their length, with blanks for code, which is never in a summary. */
function* cutAtBlocks(text: string): Generator<Range & { text: string; work: number }> {
  const firstCut = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  let [from, work] = [0, 0];
  let lines: string[] = [];
  let isBehindBlank = false;
  let closing: ((line: string) => boolean) | null = null;
  for (const { line, start, end } of linesOf(text)) {
    const isInside = closing !== null && !closing(line);
    if (closing) {
      if (!isInside) closing = null;
    } else {
      if (isBehindBlank && work >= ENOUGH_WORK && start >= firstCut && /^\S/.test(line)) {
        yield { from, to: start, text: lines.join(""), work };
        [from, work] = [start, 0];
        lines = [];
      }
      closing = closingOf(line);
    }
    lines.push((isInside ? " ".repeat(line.length) : line) + text.slice(start + line.length, end));
    work += isInside ? 1 : workOf(line);
    isBehindBlank = line.trim() === "";
  }
  if (from < text.length) yield { from, to: text.length, text: lines.join(""), work };
}

/** Returns a test for the end of a fence or comment that a line opens. */
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

const EXTENSIONS = [gfmTable(), gfmTaskListItem()];
const TREE_EXTENSIONS = [gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()];
const FRONT_MATTER_KINDS: ("yaml" | "toml")[] = ["yaml", "toml"];

/** A byte order mark becomes a space, since the parser does not count it. */
function parse(piece: string, isBeginning: boolean): readonly RootContent[] {
  const extensions = isBeginning ? [...EXTENSIONS, frontmatter(FRONT_MATTER_KINDS)] : EXTENSIONS;
  const mdastExtensions = isBeginning
    ? [...TREE_EXTENSIONS, frontmatterFromMarkdown(FRONT_MATTER_KINDS)]
    : TREE_EXTENSIONS;
  return fromMarkdown(piece.replace(/^\uFEFF/, " "), { extensions, mdastExtensions }).children;
}
