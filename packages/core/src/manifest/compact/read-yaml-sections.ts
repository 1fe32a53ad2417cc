import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { parseYaml } from "../../parse-yaml";
import type { HeadingReader } from "./heading-meaning";
import type { Cell, Passage, Section } from "./read-sections";
import { findSentences, type Range } from "./sentences";
import type { ArtifactFile, Excerpt, SourceFile } from "./source-text";

/** The standard YAML of an artifact starts with its type. */
const STANDARD = /^(?:\uFEFF|---\r?\n|#[^\n]*\n|\s)*type: *["']?(?:research|plan|implementation|handoff)\b/;

/** Keys about the artifact, not its subject. */
const FRAME = new Set(["type", "agent", "timestamp", "scope", "artifacts_directory", "detail_files"]);

/** Returns true for YAML with the standard structure of an artifact; other YAML is a work file. */
export function isYamlArtifact({ path, text }: ArtifactFile): boolean {
  return (path === null || /\.ya?ml$/i.test(path)) && STANDARD.test(text.slice(0, 2_000));
}

/**
 * Reads the sections of a YAML artifact: keys are headings, texts are paragraphs and items, and a list of
 * objects is a table.
 *
 * @returns null for other text, and for YAML that is too long or too deep (`parseYaml`).
 */
export function readYamlSections(file: SourceFile, headings: HeadingReader): Section | null {
  if (!parseYaml(file.text).ok) return null;
  const root = parseDocument(file.text, { logLevel: "error" }).contents;
  return isMap(root) ? new YamlReader(file, headings).read(root, null, 1) : null;
}

class YamlReader {
  readonly #file: SourceFile;
  readonly #headings: HeadingReader;

  constructor(file: SourceFile, headings: HeadingReader) {
    this.#file = file;
    this.#headings = headings;
  }

  read(map: YAMLMap, heading: Excerpt | null, depth: number): Section {
    const section = this.#sectionOf(heading, depth);
    for (const { key, value } of map.items) {
      if (!isScalar(key) || (depth === 1 && FRAME.has(String(key.value)))) continue;
      const name = this.#textOf(key);
      if (name) section.sections.push(...this.#readValue(name, value, depth + 1));
    }
    return section;
  }

  #readValue(name: Excerpt, value: unknown, depth: number): Section[] {
    if (isMap(value)) return [this.read(value, name, depth)];
    const section = this.#sectionOf(name, depth);
    if (isSeq(value)) section.passages.push(...this.#readItems(value));
    else if (isScalar(value)) section.passages.push(...this.#readText("paragraph", value));
    return section.passages.length > 0 ? [section] : [];
  }

  #readItems(list: YAMLSeq): Passage[] {
    return list.items.flatMap((item) => {
      if (isScalar(item)) return this.#readText("item", item);
      return isMap(item) ? this.#readRow(item) : [];
    });
  }

  #readRow(map: YAMLMap): Passage[] {
    const cells = map.items.flatMap(({ key, value }): Cell[] => {
      const excerpt = isScalar(value) ? this.#textOf(value) : null;
      if (!isScalar(key) || !excerpt) return [];
      const column = wordsOf(String(key.value));
      return [{ column, recognitions: this.#headings.read(column), excerpt }];
    });
    const [first] = cells;
    return first
      ? [{ kind: "row", sentences: [first.excerpt], label: null, rest: [], cells, children: [] }]
      : [];
  }

  #readText(kind: "paragraph" | "item", node: Scalar): Passage[] {
    const range = typeof node.value === "string" ? rangeOf(node, this.#file.text) : null;
    const sentences = range ? findSentences(this.#file, range, []) : [];
    return sentences.length > 0 ? [{ kind, sentences, label: null, rest: [], cells: [], children: [] }] : [];
  }

  #sectionOf(heading: Excerpt | null, depth: number): Section {
    const recognitions = heading ? this.#headings.read(wordsOf(heading.text)) : [];
    return { heading, depth, recognitions, passages: [], sections: [] };
  }

  #textOf(node: Scalar): Excerpt | null {
    const range = typeof node.value === "string" ? rangeOf(node, this.#file.text) : null;
    const excerpt = range && this.#file.excerpt(range.from, range.to);
    return excerpt && excerpt.text !== "" ? excerpt : null;
  }
}

function wordsOf(key: string): string {
  return key.replaceAll("_", " ");
}

/** Returns the position of a text without its quotes, or without the mark of a block. */
function rangeOf({ range, type }: Node & { type?: string }, text: string): Range | null {
  if (!range) return null;
  const [from, to] = range;
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") return { from: from + 1, to: to - 1 };
  if (type !== "BLOCK_FOLDED" && type !== "BLOCK_LITERAL") return { from, to };
  const line = text.indexOf("\n", from);
  return line < 0 || line >= to ? null : { from: line + 1, to };
}
