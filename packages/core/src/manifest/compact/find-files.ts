import { type Artifact, eachPassage, findSections, passagesOf } from "./artifact";
import type { DraftItem } from "./draft";
import type { HeadingMeaning } from "./heading-meaning";
import type { Passage } from "./read-sections";
import type { Excerpt } from "./source-text";

/** A changed file, from the file tree or a diff. */
export interface FileFact {
  readonly path: string;
  readonly change: "created" | "modified" | "deleted";
  /** Number of lines; absent if not counted. */
  readonly lines?: number;
}

/** A file that a text names: its path as written, and the line about it. */
export interface NamedFile {
  readonly path: Excerpt;
  readonly line: Excerpt | null;
}

/** A path: with a folder, or with a known extension. */
const PATH =
  /(?<![\w./@~:-])(?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@.+-]*\w\.[A-Za-z][A-Za-z0-9]{0,9}(?![\w/.-]*[\w/])/g;

/** Maximum length of a path; a longer word is not searched further. */
const MAX_LINE = 1_000;

/** Returns the files named by sections and labels with a meaning, each once, in order. */
export function findNamedFiles(artifact: Artifact, meaning: HeadingMeaning): NamedFile[] {
  const inSections = findSections(artifact, meaning).flatMap(({ section }) =>
    [...passagesOf(section)].flatMap(({ passage }) => filesOf(passage)),
  );
  const labelled = [...eachPassage(artifact)].flatMap(({ passage }) =>
    passage.label?.recognitions.some((entry) => entry.meaning === meaning)
      ? [passage, ...passage.children].flatMap(filesOf)
      : [],
  );
  const files = new Map<string, NamedFile>();
  for (const file of [...inSections, ...labelled]) {
    if (!files.has(file.path.text)) files.set(file.path.text, file);
  }
  return [...files.values()];
}

/** Returns the first path of an item or of each cell: a line with several paths is about the first. */
function filesOf(passage: Passage): NamedFile[] {
  if (passage.kind === "paragraph" && !passage.label) return [];
  const [first] = passage.sentences;
  if (!first) return [];
  const path = findPath(first);
  return path ? [{ path, line: first.text.length > path.text.length + 4 ? first : null }] : [];
}

function findPath(line: Excerpt): Excerpt | null {
  if (line.to - line.from > MAX_LINE) return null;
  const source = line.file.text.slice(line.from, line.to);
  for (const match of source.matchAll(PATH)) {
    if (!match[0].includes("/") && !isKnownEnding(match[0])) continue;
    return line.file.excerpt(line.from + match.index, line.from + match.index + match[0].length);
  }
  return null;
}

/** Extensions of code and configuration files, with their languages. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  tsx: "TypeScript",
  mts: "TypeScript",
  cts: "TypeScript",
  js: "JavaScript",
  jsx: "JavaScript",
  mjs: "JavaScript",
  cjs: "JavaScript",
  py: "Python",
  rb: "Ruby",
  go: "Go",
  rs: "Rust",
  java: "Java",
  kt: "Kotlin",
  scala: "Scala",
  cs: "C#",
  c: "C",
  h: "C",
  cc: "C++",
  cpp: "C++",
  hpp: "C++",
  swift: "Swift",
  php: "PHP",
  lean: "Lean",
  hs: "Haskell",
  ml: "OCaml",
  ex: "Elixir",
  exs: "Elixir",
  erl: "Erlang",
  clj: "Clojure",
  lua: "Lua",
  r: "R",
  jl: "Julia",
  dart: "Dart",
  zig: "Zig",
  sol: "Solidity",
  sql: "SQL",
  sh: "Shell",
  bash: "Shell",
  ps1: "PowerShell",
  html: "HTML",
  css: "CSS",
  scss: "SCSS",
  vue: "Vue",
  svelte: "Svelte",
  yaml: "YAML",
  yml: "YAML",
  json: "JSON",
  toml: "TOML",
  xml: "XML",
  proto: "Protocol Buffers",
  graphql: "GraphQL",
  tf: "HCL",
  md: "Markdown",
  mdx: "Markdown",
  puml: "PlantUML",
  mermaid: "Mermaid",
};

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

function isKnownEnding(path: string): boolean {
  return Object.hasOwn(LANGUAGES, endingOf(path));
}

/** Returns the languages of files by their extensions, most frequent first. */
export function languagesOf(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const ending = endingOf(path);
    const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
}

/** Returns a changed file as an item: its description in a text, otherwise its path. */
export function factItem(path: string, named: readonly NamedFile[]): DraftItem {
  const said = named.find(
    ({ path: { text } }) => text === path || path.endsWith(`/${text}`) || text.endsWith(`/${path}`),
  );
  return said?.line ? lineItem(said) : { value: path, pieces: [{ key: "", text: path, excerpt: null }] };
}

/** Returns a named file as an item, with its description if that is a line. */
export function lineItem({ path, line }: NamedFile): DraftItem {
  const excerpt = line && line.text.length <= MAX_DESCRIBED ? line : path;
  return { value: excerpt.text, pieces: [{ key: "", text: excerpt.text, excerpt }] };
}

const MAX_DESCRIBED = 140;

/** Returns a named file as an item with only its path. */
export function pathItem({ path }: NamedFile): DraftItem {
  return { value: path.text, pieces: [{ key: "", text: path.text, excerpt: path }] };
}
