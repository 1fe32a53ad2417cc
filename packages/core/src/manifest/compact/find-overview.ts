import { type Artifact, findSections, isAside, type MeantSection, passagesOf } from "./artifact";
import { findLabelled } from "./find-lines";
import type { HeadingMeaning } from "./heading-meaning";
import { isInformative, joinSentences } from "./informative";
import type { RankedSentences } from "./ranked-sentences";
import type { Passage, Section } from "./read-sections";
import { countSentences } from "./sentences";
import type { Excerpt } from "./source-text";

/** A longer overview is truncated after a sentence, in characters. */
const OVERVIEW_LENGTH = 420;

/**
 * Returns the sentences about the topic of an artifact: the start of the clearest section with the meanings,
 * otherwise the text after the title, otherwise the best ranked sentences. In their order, from one place.
 */
export function findOverview(
  artifact: Artifact,
  meanings: readonly HeadingMeaning[],
  limit: number,
  ranked: RankedSentences,
): Excerpt[] {
  const find = (documents: readonly Section[]) =>
    meanings.flatMap((meaning) => findSections({ ...artifact, documents }, meaning));
  const sections = find(artifact.documents);
  const labelled = () =>
    meanings.flatMap((meaning) => findLabelled(artifact, meaning).map(({ line }) => line));
  return (
    firstFilled(artifact.documents, (document) => outrightOf(document, find([document]), meanings, limit)) ??
    firstFilled([labelled], (lines) =>
      shorten(
        lines().filter((excerpt) => isInformative(excerpt)),
        limit,
      ),
    ) ??
    firstFilled(sections, ({ section }) => beginningOf(section, limit)) ??
    inOrder(shorten(ranked.unclaimed(), limit))
  );
}

/** Returns the explicit statement of a document: under a heading with the meaning, or after its title. */
function outrightOf(
  document: Section,
  sections: readonly MeantSection[],
  meanings: readonly HeadingMeaning[],
  limit: number,
): Excerpt[] {
  const outright = sections.filter(
    ({ section, recognition }) => recognition.isWhole && section.depth <= MAX_DEPTH,
  );
  const isForemost = ({ recognition: { meaning, rank } }: MeantSection) =>
    rank < FOREMOST_RANK && (meaning === meanings[0] || meaning === "overview");
  return (
    firstFilled(outright.filter(isForemost), ({ section }) => beginningOf(section, limit)) ??
    firstFilled([document], () => leadOf(document, meanings, limit)) ??
    firstFilled(outright, ({ section }) => beginningOf(section, limit)) ??
    []
  );
}

/** A roadmap is a strategy too, but less informative than a summary. */
const FOREMOST_RANK = 12;

/** Headings below this one are about a detail. */
const MAX_DEPTH = 2;

function firstFilled<Place>(places: readonly Place[], read: (place: Place) => Excerpt[]): Excerpt[] | null {
  for (const place of places) {
    const excerpts = read(place);
    if (excerpts.length > 0) return excerpts;
  }
  return null;
}

/** A single sentence usually introduces a list. */
const ENOUGH_PROSE = 2;

/** Returns the first prose of a section; if short, also its first labeled lines and items. */
function beginningOf(section: Section, limit: number): Excerpt[] {
  const passages = [...passagesOf(section)].map(({ passage }) => passage);
  const prose = passages
    .filter(isProse)
    .flatMap(({ sentences }) => sentences.filter((excerpt) => isInformative(excerpt)));
  if (prose.length >= Math.min(limit, ENOUGH_PROSE)) return shorten(prose, limit);
  const lines = passages.flatMap((passage) => {
    if (isProse(passage)) return passage.sentences;
    return passage.kind === "row" || means(passage.label, ["aside"])
      ? []
      : (joinSentences(passage.sentences) ?? []);
  });
  return shorten(
    lines.filter((excerpt) => isInformative(excerpt)),
    limit,
  );
}

/**
 * Returns the text between a document's title and the next heading, or below that: prose, otherwise lines
 * labeled with a meaning.
 */
function leadOf(document: Section, meanings: readonly HeadingMeaning[], limit: number): Excerpt[] {
  const [title] = document.sections;
  const [first] = title?.sections ?? [];
  for (const section of [document, title, first]) {
    if (!section || isAside(section)) continue;
    const prose = section.passages
      .filter(isProse)
      .flatMap(({ sentences }) => sentences.filter((excerpt) => isInformative(excerpt)));
    if (prose.length > 0) return shorten(prose, limit);
    const labelled = section.passages.filter(({ label, rest }) => rest.length > 0 && means(label, meanings));
    if (labelled.length > 0)
      return shorten(
        labelled.flatMap(({ sentences }) => joinSentences(sentences) ?? []),
        limit,
      );
  }
  return [];
}

function means(label: Passage["label"], meanings: readonly HeadingMeaning[]): boolean {
  return label?.recognitions.some(({ meaning }) => meanings.includes(meaning)) ?? false;
}

function isProse({ kind, label }: Passage): boolean {
  return kind === "paragraph" && label === null;
}

/** Returns the first lines within the sentence limit and the length of a paragraph. */
function shorten(lines: readonly Excerpt[], limit: number): Excerpt[] {
  const kept: Excerpt[] = [];
  let [count, length] = [0, 0];
  for (const line of lines.slice(0, MAX_LINES)) {
    const sentences = countSentences(line.text);
    const isTooLong = kept.length > 0 && length + line.text.length > OVERVIEW_LENGTH;
    if (kept.length === limit || isTooLong) break;
    if (count + sentences > limit) continue;
    kept.push(line);
    count += sentences;
    length += line.text.length;
  }
  return kept;
}

/** Lines to try until some fit. */
const MAX_LINES = 12;

function inOrder(excerpts: readonly Excerpt[]): Excerpt[] {
  return [...excerpts].sort((a, b) => a.startLine - b.startLine || a.from - b.from);
}
