import type { BlockContent, List, ListItem, Paragraph, PhrasingContent, RootContent, Table } from "mdast";
import { divideAtLabels } from "./divide-at-labels";
import type { HeadingReader, Recognition } from "./heading-meaning";
import type { MarkdownPiece } from "./read-markdown";
import { findSentences, type Range } from "./sentences";
import type { Excerpt, SourceFile } from "./source-text";

/** The text from a heading to the next one of its level; without one, the root of a document. */
export interface Section {
  readonly heading: Excerpt | null;
  readonly depth: number;
  /** Meanings of its own heading. */
  readonly recognitions: readonly Recognition[];
  readonly passages: Passage[];
  readonly sections: Section[];
}

/** A paragraph, a list item or a table row. */
export interface Passage {
  readonly kind: "paragraph" | "item" | "row";
  readonly sentences: readonly Excerpt[];
  /** Words that introduce it, as in `**Rationale**: …`, with their meanings, and the sentences after them. */
  readonly label: { readonly excerpt: Excerpt; readonly recognitions: readonly Recognition[] } | null;
  readonly rest: readonly Excerpt[];
  /** For a row: its non-empty cells. */
  readonly cells: readonly Cell[];
  /** For an item: the items below it. */
  readonly children: readonly Passage[];
}

export interface Cell {
  readonly column: string;
  readonly recognitions: readonly Recognition[];
  readonly excerpt: Excerpt;
}

/** Reads the sections of a document from its Markdown, without code, HTML and front matter. */
export function readSections(
  file: SourceFile,
  pieces: readonly MarkdownPiece[],
  headings: HeadingReader,
): Section {
  return new SectionReader(file, headings).read(pieces);
}

/** Heading level of bold labels that are a paragraph, as in `**Strengths**`: below those of Markdown. */
export const LABEL_DEPTH = 7;

class SectionReader {
  readonly #file: SourceFile;
  readonly #headings: HeadingReader;
  readonly #root: Section = { heading: null, depth: 0, recognitions: [], passages: [], sections: [] };
  readonly #open: Section[] = [this.#root];
  #from = 0;

  constructor(file: SourceFile, headings: HeadingReader) {
    this.#file = file;
    this.#headings = headings;
  }

  read(pieces: readonly MarkdownPiece[]): Section {
    for (const { from, nodes } of pieces) {
      this.#from = from;
      for (const node of nodes) this.#readBlock(node);
    }
    return this.#root;
  }

  #readBlock(node: RootContent): void {
    if (node.type === "heading") {
      const heading = this.#excerptOf(node.children);
      if (heading) this.#openSection(heading, node.depth);
    } else if (node.type === "thematicBreak") {
      this.#closeTo(LABEL_DEPTH);
    } else if (node.type === "paragraph") {
      this.#readParagraph(node);
    } else if (node.type === "list") {
      for (const passage of this.#readList(node, 0)) this.#passages.push(passage);
    } else if (node.type === "table") {
      for (const passage of this.#readTable(node)) this.#passages.push(passage);
    } else if (node.type === "blockquote") {
      for (const child of node.children) this.#readBlock(child);
    }
  }

  get #passages(): Passage[] {
    return (this.#open.at(-1) ?? this.#root).passages;
  }

  #openSection(heading: Excerpt, depth: number, { isIntroduction = false } = {}): void {
    this.#closeTo(depth);
    // A title describes the whole document, not a part.
    const isTitle = depth === 1 && this.#root.sections.length === 0;
    const read = isTitle ? [] : this.#headings.read(heading.text);
    const recognitions = read.map((entry) => (isIntroduction ? { ...entry, isWhole: true } : entry));
    const section: Section = { heading, depth, recognitions, passages: [], sections: [] };
    (this.#open.at(-1) ?? this.#root).sections.push(section);
    this.#open.push(section);
  }

  #closeTo(depth: number): void {
    while ((this.#open.at(-1)?.depth ?? 0) >= depth) this.#open.pop();
  }

  #readParagraph({ children }: Paragraph): void {
    for (const run of divideAtLabels(children)) {
      const label = run.length <= 2 && run[0]?.type === "strong" ? this.#labelOf(run) : null;
      if (label?.rest === null) {
        this.#openSection(label.excerpt, LABEL_DEPTH);
        continue;
      }
      const introduction = this.#introductionOf(run);
      if (introduction) {
        this.#openSection(introduction, LABEL_DEPTH, { isIntroduction: true });
        continue;
      }
      const passage = this.#readInline("paragraph", run);
      if (!passage) continue;
      const isUnderLabel = (this.#open.at(-1)?.depth ?? 0) >= LABEL_DEPTH;
      if (isUnderLabel && (passage.label || this.#passages.some(({ kind }) => kind !== "paragraph")))
        this.#closeTo(LABEL_DEPTH);
      this.#passages.push(passage);
    }
  }

  /** Returns a short paragraph that names the meaning of the list after it, and ends with a colon. */
  #introductionOf(nodes: readonly PhrasingContent[]): Excerpt | null {
    const excerpt = this.#excerptOf(nodes);
    if (!excerpt?.text.endsWith(":") || excerpt.text.length > MAX_LABEL_LENGTH) return null;
    const text = this.#withoutColon(excerpt);
    return this.#headings.read(text.text).length > 0 ? text : null;
  }

  /** Ignores deeper lists, which contain details of details. */
  #readList({ children }: List, depth: number): Passage[] {
    return children.flatMap((item) => this.#readItem(item, depth));
  }

  #readItem(item: ListItem, depth: number): Passage[] {
    const below: BlockContent[] = [];
    let first: Paragraph | undefined;
    for (const block of item.children) {
      if (first === undefined && block.type === "paragraph") first = block;
      else if (block.type !== "definition" && block.type !== "footnoteDefinition") below.push(block);
    }
    const children = depth < MAX_LIST_DEPTH ? below.flatMap((block) => this.#readBelow(block, depth)) : [];
    const passage = first && this.#readInline("item", first.children, children);
    return passage ? [item.checked ? this.#withTick(passage) : passage] : children;
  }

  /** A finished item quotes its box, by which it is known as finished. */
  #withTick(passage: Passage): Passage {
    const [first, ...rest] = passage.sentences;
    if (!first) return passage;
    const box = this.#file.text.lastIndexOf("[", first.from);
    return { ...passage, sentences: [this.#file.excerpt(box, first.to), ...rest] };
  }

  #readBelow(block: BlockContent, depth: number): Passage[] {
    if (block.type === "list") return this.#readList(block, depth + 1);
    if (block.type !== "paragraph") return [];
    const passage = this.#readInline("item", block.children);
    return passage ? [passage] : [];
  }

  #readTable({ children: [head, ...rows] }: Table): Passage[] {
    const columns = head?.children.map((cell) => this.#excerptOf(cell.children)?.text ?? "") ?? [];
    return rows.flatMap((row): Passage[] => {
      const cells = row.children.flatMap((cell, index): Cell[] => {
        const excerpt = this.#excerptOf(cell.children);
        const column = columns[index] ?? "";
        return excerpt ? [{ column, recognitions: this.#headings.read(column), excerpt }] : [];
      });
      const [first] = cells;
      const last = cells.at(-1);
      if (!first || !last) return [];
      const sentences = [this.#file.excerpt(first.excerpt.from, last.excerpt.to)];
      return [{ kind: "row", sentences, label: null, rest: [], cells, children: [] }];
    });
  }

  #readInline(
    kind: "paragraph" | "item",
    nodes: readonly PhrasingContent[],
    children: readonly Passage[] = [],
  ): Passage | null {
    const range = this.#rangeOf(nodes);
    if (!range) return null;
    const whole = nodes.flatMap((node) => (node.type === "text" ? [] : (this.#rangeOf([node]) ?? [])));
    const sentences = findSentences(this.#file, range, whole).filter(isWorded);
    if (sentences.length === 0) return null;
    const label = this.#labelOf(nodes);
    if (!label) return { kind, sentences, label: null, rest: [], cells: [], children };
    // "Tune the rules" does not name a list of rules.
    const recognitions = this.#headings.read(label.excerpt.text).filter(({ isWhole }) => isWhole);
    const rest = label.rest ? findSentences(this.#file, label.rest, whole).filter(isWorded) : [];
    return { kind, sentences, label: { excerpt: label.excerpt, recognitions }, rest, cells: [], children };
  }

  /** Returns the words before the first colon or dash if they are bold, or few and a known heading. */
  #labelOf(nodes: readonly PhrasingContent[]): { excerpt: Excerpt; rest: Range | null } | null {
    const range = this.#rangeOf(nodes);
    const [first] = nodes;
    if (!range || !first) return null;
    if (first.type !== "strong") return this.#plainLabelOf(first, range);
    const inner = this.#rangeOf(first.children);
    const outer = this.#rangeOf([first]);
    if (!inner || !outer) return null;
    const excerpt = this.#file.excerpt(inner.from, inner.to);
    const behind = this.#file.text.slice(outer.to, outer.to + 4);
    const separator = /^\s*[:–—-]\s*/.exec(behind)?.[0].length ?? 0;
    const isLabel = separator > 0 || excerpt.text.endsWith(":") || range.to - outer.to <= 1;
    if (!isLabel || excerpt.text.length > MAX_LABEL_LENGTH) return null;
    const from = outer.to + separator;
    return { excerpt: this.#withoutColon(excerpt), rest: from < range.to ? { from, to: range.to } : null };
  }

  #plainLabelOf(first: PhrasingContent, range: Range): { excerpt: Excerpt; rest: Range | null } | null {
    if (first.type !== "text") return null;
    const begin = this.#file.text.slice(range.from, Math.min(range.to, range.from + MAX_PLAIN_LABEL_LENGTH));
    const words = /^\p{Lu}[\p{L} /-]*(?=:(?:\s|$))/u.exec(begin)?.[0];
    if (words === undefined || this.#headings.read(words).length === 0) return null;
    const from = range.from + words.length + 1;
    const excerpt = this.#file.excerpt(range.from, range.from + words.length);
    return { excerpt, rest: from < range.to ? { from, to: range.to } : null };
  }

  #withoutColon(excerpt: Excerpt): Excerpt {
    return excerpt.text.endsWith(":") ? this.#file.excerpt(excerpt.from, excerpt.to - 1) : excerpt;
  }

  #excerptOf(nodes: readonly PhrasingContent[]): Excerpt | null {
    const range = this.#rangeOf(nodes);
    const excerpt = range && this.#file.excerpt(range.from, range.to);
    return excerpt && isWorded(excerpt) ? excerpt : null;
  }

  #rangeOf(nodes: readonly PhrasingContent[]): Range | null {
    const from = nodes[0]?.position?.start.offset;
    const to = nodes.at(-1)?.position?.end.offset;
    return from === undefined || to === undefined ? null : { from: this.#from + from, to: this.#from + to };
  }
}

const MAX_LIST_DEPTH = 3;
const MAX_LABEL_LENGTH = 80;
const MAX_PLAIN_LABEL_LENGTH = 40;

function isWorded({ text }: Excerpt): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
