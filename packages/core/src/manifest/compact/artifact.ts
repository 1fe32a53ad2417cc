import type { HeadingMeaning, HeadingReader, Recognition } from "./heading-meaning";
import { createParsingAllowance, readMarkdown } from "./read-markdown";
import { type Passage, readSections, type Section } from "./read-sections";
import { type ArtifactFile, type Excerpt, SourceFile } from "./source-text";

/** An artifact, read: its documents in their order, and what of them could not be read. */
export interface Artifact {
  readonly documents: readonly Section[];
  readonly unread: readonly Excerpt[];
}

/** Reads the Markdown of an artifact, as far as the allowance goes; other files hold no sentences. */
export function readArtifact(
  files: readonly ArtifactFile[],
  headings: HeadingReader,
  allowance = createParsingAllowance(),
): Artifact {
  const unread: Excerpt[] = [];
  const documents = files.filter(isMarkdown).map((file) => {
    const source = new SourceFile(file);
    const parsed = readMarkdown(source.text, allowance);
    for (const { from, to } of parsed.unread) unread.push(source.excerpt(from, to));
    return readSections(source, parsed.pieces, headings);
  });
  return { documents, unread };
}

function isMarkdown({ path }: ArtifactFile): boolean {
  return path === null || /\.(?:md|markdown|mdx)$/i.test(path);
}

/** A section with what it is taken to mean: by its own heading, else by that of the section around it. */
export interface MeantSection {
  readonly section: Section;
  readonly recognition: Recognition;
}

/**
 * The sections of a meaning, the most telling headings first; of equal ones the earlier.
 * Those inside of one of them are not given again.
 */
export function findSections({ documents }: Artifact, meaning: HeadingMeaning): MeantSection[] {
  const found: MeantSection[] = [];
  const search = (section: Section) => {
    const recognition = section.recognitions.find((entry) => entry.meaning === meaning);
    if (recognition) found.push({ section, recognition });
    if (isAside(section)) return;
    // What means nothing of its own belongs to the section around it.
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

/** Headings that say something else too come after all that do not. */
function rankOf({ recognition: { rank, isWhole } }: MeantSection): number {
  return isWhole ? rank : rank + PARTLY;
}

const PARTLY = 1_000;

/** What stands in the documents outside of asides, in order, with the section that it stands in. */
export function* eachPassage({ documents }: Artifact): Generator<{ passage: Passage; section: Section }> {
  for (const document of documents) yield* passagesOf(document);
}

/** What stands in a section and below it, but for asides. */
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
