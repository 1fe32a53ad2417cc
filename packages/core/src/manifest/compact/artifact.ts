import type { HeadingMeaning, HeadingReader, Recognition } from "./heading-meaning";
import { createParsingAllowance, readMarkdown } from "./read-markdown";
import { type Passage, readSections, type Section } from "./read-sections";
import { isYamlArtifact, readYamlSections } from "./read-yaml-sections";
import { type ArtifactFile, type Excerpt, SourceFile } from "./source-text";

/** A parsed artifact: its documents in order, and their unreadable parts. */
export interface Artifact {
  readonly documents: readonly Section[];
  readonly unread: readonly Excerpt[];
}

/** Parses the Markdown and standard YAML of an artifact within the allowance; other files have no sentences. */
export function readArtifact(
  files: readonly ArtifactFile[],
  headings: HeadingReader,
  allowance = createParsingAllowance(),
): Artifact {
  const unread: Excerpt[] = [];
  const documents = files.flatMap((file): Section[] => {
    if (!isMarkdown(file) && !isYamlArtifact(file)) return [];
    const source = new SourceFile(file);
    if (isYamlArtifact(file)) {
      const section = readYamlSections(source, headings);
      if (section === null) unread.push(source.excerpt(0, source.text.length));
      return section === null ? [] : [section];
    }
    const parsed = readMarkdown(source.text, allowance);
    for (const { from, to } of parsed.unread) unread.push(source.excerpt(from, to));
    return [readSections(source, parsed.pieces, headings)];
  });
  return { documents, unread };
}

function isMarkdown({ path }: ArtifactFile): boolean {
  return path === null || /\.(?:md|markdown|mdx)$/i.test(path);
}

/** A section with the meaning of its own heading, otherwise of the section around it. */
export interface MeantSection {
  readonly section: Section;
  readonly recognition: Recognition;
}

/**
 * Returns the sections of a meaning, clearest headings first, then the earlier ones. Omits sections inside of
 * them.
 */
export function findSections({ documents }: Artifact, meaning: HeadingMeaning): MeantSection[] {
  const found: MeantSection[] = [];
  const search = (section: Section) => {
    const recognition = section.recognitions.find((entry) => entry.meaning === meaning);
    if (recognition) found.push({ section, recognition });
    if (isAside(section)) return;
    // A section without its own meaning belongs to the section around it.
    const below = recognition
      ? section.sections.filter(({ recognitions }) => recognitions.length > 0)
      : section.sections;
    for (const inner of below) {
      if (!recognition || !inner.recognitions.some((entry) => entry.meaning === meaning)) search(inner);
    }
  };
  for (const document of documents) document.sections.forEach(search);
  return found.sort((a, b) => rankOf(a) - rankOf(b));
}

/** Headings with an additional topic come last. */
function rankOf({ recognition: { rank, isWhole } }: MeantSection): number {
  return isWhole ? rank : rank + PARTLY;
}

const PARTLY = 1_000;

/** Yields the passages of the documents outside of asides, in order, with their section. */
export function* eachPassage({ documents }: Artifact): Generator<{ passage: Passage; section: Section }> {
  for (const document of documents) yield* passagesOf(document);
}

/** Yields the passages of a section and below, without asides. */
export function* passagesOf(section: Section): Generator<{ passage: Passage; section: Section }> {
  for (const passage of section.passages) yield* withChildren(passage, section);
  for (const below of section.sections) if (!isAside(below)) yield* passagesOf(below);
}

function* withChildren(
  passage: Passage,
  section: Section,
): Generator<{ passage: Passage; section: Section }> {
  yield { passage, section };
  for (const child of passage.children) yield* withChildren(child, section);
}

export function isAside({ recognitions }: Section): boolean {
  return recognitions.some(({ meaning }) => meaning === "aside");
}
