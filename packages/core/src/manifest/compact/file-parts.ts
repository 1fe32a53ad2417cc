import type { DraftItem, DraftPart } from "./draft";
import { type FileFact, factItem, findNamedFiles, languagesOf, lineItem, pathItem } from "./find-files";
import type { HeadingMeaning } from "./heading-meaning";
import type { SummaryReader } from "./summary-reader";

export function filesPart(reader: SummaryReader, pointer: string, meaning: HeadingMeaning): DraftPart {
  const items = findNamedFiles(reader.artifact, meaning).map(pathItem);
  return { pointer, isJoined: false, items };
}

/** Returns the created files: those of the tree, otherwise those that the text names. */
export function createdPart(reader: SummaryReader, tree: readonly FileFact[]): DraftPart {
  if (tree.length === 0) return filesPart(reader, "/files_created", "files_created");
  const items = tree
    .filter(({ change }) => change === "created")
    .map(({ path }): DraftItem => ({ value: path, pieces: [{ key: "", text: path, excerpt: null }] }));
  return { pointer: "/files_created", isJoined: false, items };
}

/**
 * Returns the most important files: with a tree, those the text mentions, then the longest; otherwise those
 * the text describes.
 */
export function keyFilesPart(reader: SummaryReader, tree: readonly FileFact[]): DraftPart {
  const named = [
    ...findNamedFiles(reader.artifact, "files_created"),
    ...findNamedFiles(reader.artifact, "files_changed"),
  ];
  const pointer = "/summary/key_files";
  if (tree.length === 0) {
    const described = [...named].sort((a, b) => Number(b.line !== null) - Number(a.line !== null));
    return { pointer, isJoined: false, items: described.slice(0, 5).map(lineItem) };
  }
  const isNamed = ({ path }: FileFact) =>
    named.some(({ path: { text } }) => text === path || path.endsWith(`/${text}`));
  const kept = tree.filter(({ change }) => change !== "deleted");
  const ranked = [...kept].sort(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || (b.lines ?? 0) - (a.lines ?? 0),
  );
  return { pointer, isJoined: false, items: ranked.slice(0, 5).map(({ path }) => factItem(path, named)) };
}

/** Returns the numbers of an implementation: files, lines, languages. */
export function metricsOf(created: DraftPart, tree: readonly FileFact[]): Record<string, unknown> {
  const paths =
    tree.length > 0 ? tree.map(({ path }) => path) : created.items.map(({ value }) => String(value));
  if (paths.length === 0) return {};
  const kept = tree.filter(({ change }) => change !== "deleted");
  const isCounted = kept.length > 0 && kept.every(({ lines }) => lines !== undefined);
  return {
    files_created: created.items.length,
    ...(isCounted ? { total_lines: kept.reduce((sum, { lines }) => sum + (lines ?? 0), 0) } : {}),
    languages: languagesOf(paths),
  };
}
