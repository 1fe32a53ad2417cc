import GithubSlugger from "github-slugger";
import type { DocPage } from "./read-docs";

const MOST_RESULTS = 30;
const EXCERPT_LENGTH = 160;
const HEADING = /^(#{1,6}) (.+)$/;
/** Marks of Markdown that an excerpt does not need. */
const MARKS = /[`*|]|\]\([^)]*\)|\[/g;

/** A section whose heading or text has all words. */
export interface DocResult {
  readonly page: string;
  readonly heading: string;
  /** Address of the section. */
  readonly address: string;
  readonly excerpt: string;
}

interface Section {
  heading: string;
  /** Fragment of the address; empty for the start of a page. */
  anchor: string;
  lines: string[];
}

/**
 * Returns the sections that have all words: those with most of the words in their heading first, then as the pages are
 * ordered.
 */
export function searchDocs(pages: ReadonlyMap<string, DocPage>, search: string): DocResult[] {
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean);
  const long = typed.filter((word) => word.length > 2);
  // Words of one or two letters, such as “my” and “to”, only count if there is no longer one.
  const words = long.length > 0 ? long : typed;
  if (words.length === 0) return [];
  const countIn = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  const found = [...pages].flatMap(([address, { title, text }]) =>
    splitSections(text).flatMap(({ heading, anchor, lines }) => {
      const body = lines.join(" ").replaceAll(MARKS, "");
      if (countIn(`${heading} ${body}`) < words.length) return [];
      const result = {
        page: title,
        heading,
        address: anchor === "" ? address : `${address}#${anchor}`,
        excerpt: cutAround(body, words[0] ?? ""),
      };
      return [{ result, rank: countIn(heading) * 2 + countIn(title) }];
    }),
  );
  return found
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MOST_RESULTS)
    .map(({ result }) => result);
}

function splitSections(text: string): Section[] {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", heading] = isCode ? [] : (HEADING.exec(line) ?? []);
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else {
      const name = heading.replaceAll(MARKS, "");
      const anchor = slugger.slug(name);
      sections.push({ heading: name, anchor: marks === "#" ? "" : anchor, lines: [] });
    }
  }
  return sections;
}

function cutAround(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT_LENGTH / 3);
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
  const part = text.slice(start, start + EXCERPT_LENGTH).trim();
  return `${start > 0 ? "… " : ""}${part}${text.length > start + EXCERPT_LENGTH ? " …" : ""}`;
}
