import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { frontmatterFromMarkdown } from "mdast-util-frontmatter";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";

const MAX_LENGTH = 100_000;
const MAX_SIGNS = 4_000;
/**
 * Each can be a block: fifty thousand one-letter paragraphs took more memory than ingest has, and two
 * thousand quotes a second.
 */
const MAX_LINES = 2_000;
/** More than fifty nested quotes and lists on a line: parsing time grows with the square of their number. */
const NESTED = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))){51}/m;

/**
 * Returns true if a text is short and simple enough to parse at once: at most 100,000 characters, 2,000 lines
 * and 4,000 punctuation characters, because parsing time is quadratic in them, and without extreme nesting. A
 * document of one screen has about five hundred.
 */
export function isParsable(text: string): boolean {
  if (text.length > MAX_LENGTH || NESTED.test(text)) return false;
  const countOf = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return countOf(/\r\n?|\n/g) <= MAX_LINES && countOf(/[!-/:-@[-`{-~]/g) <= MAX_SIGNS;
}

/** Parses Markdown to a tree (mdast): CommonMark, GitHub's tables and task lists, and YAML front matter. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, {
    extensions: [frontmatter(), gfmTable(), gfmTaskListItem()],
    mdastExtensions: [frontmatterFromMarkdown(), gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()],
  });
}
