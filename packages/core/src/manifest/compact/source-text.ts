/** A quote of a source with collapsed white space. Offsets are UTF-16 units, lines count from 1. */
export interface Excerpt {
  readonly text: string;
  readonly file: SourceFile;
  readonly from: number;
  readonly to: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** One document of an artifact. */
export interface ArtifactFile {
  /** Below the artifact's folder; null for a text outside of files. */
  readonly path: string | null;
  readonly text: string;
}

/** A document with its line positions. */
export class SourceFile {
  readonly path: string | null;
  readonly text: string;
  readonly #lineStarts: readonly number[];

  constructor({ path, text }: ArtifactFile) {
    this.path = path;
    this.text = text;
    this.#lineStarts = [0, ...[...text.matchAll(LINE_END)].map((end) => end.index + end[0].length)];
  }

  /** Returns the text between two offsets, trimmed. */
  excerpt(from: number, to: number): Excerpt {
    const slice = this.text.slice(from, to);
    const start = this.#skipQuoteMarks(from + (slice.length - slice.trimStart().length), to);
    const end = Math.max(start, to - (slice.length - slice.trimEnd().length));
    return {
      file: this,
      from: start,
      to: end,
      text: collapseLines(this.text.slice(start, end)),
      startLine: this.#lineAt(start),
      endLine: this.#lineAt(Math.max(start, end - 1)),
    };
  }

  /** Skips quote marks at the start of a line. */
  #skipQuoteMarks(start: number, to: number): number {
    const lineStart = this.#lineStarts[this.#lineAt(start) - 1] ?? 0;
    if (start - lineStart > MAX_INDENT || /[^ \t>]/.test(this.text.slice(lineStart, start))) return start;
    const marks = QUOTE_MARKS.exec(this.text.slice(start, Math.min(to, start + MAX_INDENT)));
    return start + (marks?.[0].length ?? 0);
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

/** The line endings of CommonMark 0.31, section 2.1. */
const LINE_END = /\r\n|\n|\r/g;

/** Maximum characters of a line to search for marks. */
const MAX_INDENT = 200;

/** Marks of block quotes, which are not part of the text. */
const QUOTE_MARKS = /^[ \t>]+/;

/**
 * Converts lines of Markdown to running text: without block quote marks at line starts, and with collapsed
 * white space.
 */
function collapseLines(slice: string): string {
  const [first = "", ...rest] = slice.split(LINE_END);
  return [first, ...rest.map((line) => line.replace(QUOTE_MARKS, ""))].join(" ").replace(/\s+/g, " ").trim();
}

/**
 * Returns true if lines of a source contain a text verbatim: as one piece, without block quote marks at line
 * starts and with collapsed white space. Marks of emphasis, code and links count.
 *
 * @param startLine first line, from 1; `endLine` is the last.
 */
export function standsInLines(text: string, source: string, startLine: number, endLine: number): boolean {
  const lines = source.split(LINE_END).slice(startLine - 1, endLine);
  return text !== "" && collapseLines(`\n${lines.join("\n")}`).includes(text);
}
