import { type Artifact, eachPassage, findSections, isAside } from "./artifact";
import { countWords } from "./count-words";
import { describesFormat } from "./fits-part";
import type { HeadingMeaning, Recognition } from "./heading-meaning";
import { rankSentences } from "./rank-sentences";
import { type Cell, LABEL_DEPTH, type Passage, type Section } from "./read-sections";
import type { Excerpt } from "./source-text";

/** Characters of a summary item, which is one line; more only if its first sentence is longer. */
const LINE_LENGTH = 160;
const MAX_LINE_LENGTH = 260;
const SHORT_SENTENCE = 40;

/**
 * Returns the statements of an artifact with a meaning: under headings, after labels or in table columns, one
 * line each, best first. Sections with the same heading alternate, except steps, which stay in order.
 */
export function findLines(artifact: Artifact, meaning: HeadingMeaning): Excerpt[] {
  const isSequence = meaning === "next_action";
  const isLoose = meaning !== "risks" && meaning !== "constraints";
  const lines = findSections(artifact, meaning).flatMap(({ section, recognition }) =>
    linesOfSection(section, meaning).map((line, place): RankedLine => ({ line, recognition, place })),
  );
  return [...lines, ...findLabelled(artifact, meaning)]
    .filter(
      (ranked) =>
        isInformative(ranked.line, NAMES.has(meaning) ? FEW_WORDS : MIN_WORDS) &&
        (isLoose || tierOf(ranked) <= MAX_TIER),
    )
    .sort((a, b) => tierOf(a) - tierOf(b) || (isSequence ? 0 : a.place - b.place))
    .map(({ line }) => line);
}

/** Their lines can be a name: "Linting: clean", "API specification". */
const NAMES = new Set<HeadingMeaning>(["tests", "dependencies", "provides"]);
const FEW_WORDS = 2;

interface RankedLine {
  readonly line: Excerpt;
  /** Recognized meaning of its heading or label. */
  readonly recognition: Recognition;
  /** Its position in its section. */
  readonly place: number;
}

/**
 * Ranks meanings: the first synonyms are explicit, the others are similar; a heading with an additional topic
 * ranks lower.
 */
function tierOf({ recognition: { rank, isWhole } }: RankedLine): number {
  return (rank < OUTRIGHT ? 0 : 1) + (isWhole ? 0 : 1);
}

const OUTRIGHT = 16;

/** An inexact heading has another topic: "Follow-up issues" are not risks. */
const MAX_TIER = 1;

/** A labeled line elsewhere ranks after the first lines of a section. */
const LABELLED_PLACE = 2;

/** Returns the lines with a meaning by a label or a table column. */
export function findLabelled(artifact: Artifact, meaning: HeadingMeaning): RankedLine[] {
  const isMeant = (entry: Recognition) => entry.meaning === meaning;
  return [...eachPassage(artifact)].flatMap(({ passage }): RankedLine[] => {
    const cell = findCell(passage, meaning);
    const recognition = (cell ? cell.recognitions : passage.label?.recognitions)?.find(isMeant);
    if (!recognition) return [];
    const joined = cell ? cell.excerpt : joinSentences(passage.rest);
    // Each sentence about steps is a step.
    const lines = !cell && meaning === "next_action" ? passage.rest : joined ? [joined] : [];
    return lines.map((line) => ({ line, recognition, place: LABELLED_PLACE }));
  });
}

/** Returns the lines of a section, and one for each subsection without its own meaning. */
function linesOfSection(section: Section, meaning: HeadingMeaning): Excerpt[] {
  return [
    ...section.passages.flatMap((passage) => linesOfPassage(passage, meaning)),
    ...section.sections.flatMap((below) => {
      if (isAside(below)) return [];
      const { recognitions } = below;
      const isSame = recognitions.some((entry) => entry.meaning === meaning);
      if (recognitions.length > 0 && !isSame) return [];
      return isSame ? linesOfSection(below, meaning) : lineOfSubsection(below, meaning);
    }),
  ];
}

/** Returns the first text of a section; without text, its heading. */
function lineOfSubsection(section: Section, meaning: HeadingMeaning): Excerpt[] {
  const lines = linesOfSection(section, meaning).filter((excerpt) => isInformative(excerpt));
  if (section.depth >= LABEL_DEPTH) return lines;
  return lines.length > 0 ? lines.slice(0, 1) : section.heading ? [section.heading] : [];
}

function linesOfPassage(passage: Passage, meaning: HeadingMeaning): Excerpt[] {
  const means = passage.label?.recognitions ?? [];
  if (means.length > 0 && means.every((entry) => entry.meaning !== meaning)) return [];
  if (passage.kind === "row") {
    const cell = findCell(passage, meaning);
    return cell ? [cell.excerpt] : lineOfRow(passage);
  }
  const line = joinSentences(passage.sentences);
  if (passage.children.length > 0 && (line === null || endsInColon(line) || !isInformative(line))) {
    return passage.children.flatMap((child) => linesOfPassage(child, meaning));
  }
  return line ? [line] : [];
}

/** Returns the first sentence, and more if it is short. */
export function joinSentences(sentences: readonly Excerpt[], length = LINE_LENGTH): Excerpt | null {
  const [first, ...rest] = sentences;
  if (!first || !isLine(first)) return null;
  let line = first;
  for (const next of rest) {
    if (line.text.length >= SHORT_SENTENCE || line.text.length + next.text.length > length) break;
    line = line.file.excerpt(line.from, next.to);
  }
  return line;
}

/**
 * Returns the cell of a column with a meaning, if it is one of the first two, which name the topic of the
 * row.
 */
function findCell({ cells }: Passage, meaning: HeadingMeaning): Cell | undefined {
  return cells
    .slice(0, 2)
    .find(({ recognitions }) => recognitions.some((entry) => entry.meaning === meaning));
}

/**
 * Returns a line for a row without such a column: the cell that is a phrase, otherwise all of a short row.
 */
function lineOfRow({ cells, sentences }: Passage): Excerpt[] {
  const phrases = cells.map(({ excerpt }) => excerpt).filter(({ text }) => countWords(text) >= PHRASE);
  const longest = phrases.sort((a, b) => b.text.length - a.text.length)[0];
  if (longest && isLine(longest)) return [longest];
  return sentences.filter(({ text }) => text.length <= LINE_LENGTH);
}

const PHRASE = 4;

function isLine({ text }: Excerpt): boolean {
  return text.length <= MAX_LINE_LENGTH;
}

/**
 * Returns true if a line is informative alone: it has words besides code, introduces nothing, is not a
 * template, and does not report that there is nothing.
 */
export function isInformative(excerpt: Excerpt, minWords = MIN_WORDS): boolean {
  if (!isLine(excerpt) || endsInColon(excerpt) || NOTHING.test(excerpt.text)) return false;
  if (FOOTNOTE.test(excerpt.text) || describesFormat(excerpt.text)) return false;
  const prose = withoutCode(excerpt.text);
  return countWords(prose) >= minWords && !PLACEHOLDER.test(prose);
}

const MIN_WORDS = 3;

/** A text in italics: a remark about the document. */
const FOOTNOTE = /^(?:_[^_].*_|\*[^*].*[^*]\*)$/;

export function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, " ");
}

/** A placeholder of a template. */
const PLACEHOLDER = /\{[^}]*\}|\[(?:todo|tbd|name|date|description)\b/i;

const NOTHING = /^[\s*_`✅-]*(?:none|nothing|n\/a|not applicable|tbd|to be (?:determined|done))\b/i;

function endsInColon({ text }: Excerpt): boolean {
  return /[:：][\s*_]*$/.test(text);
}

/** The sentences of an artifact outside of asides, ranked at first use. */
export class RankedSentences {
  readonly #artifact: Artifact;
  readonly #claimed = new Set<Excerpt>();
  #ranked: readonly Excerpt[] | null = null;

  constructor(artifact: Artifact) {
    this.#artifact = artifact;
  }

  /** Returns the sentences that match a cue. */
  with(cue: RegExp): Excerpt[] {
    return this.#rank().filter(({ text }) => cue.test(text));
  }

  /** Returns the sentences under no heading with a meaning. */
  unclaimed(): Excerpt[] {
    return this.#rank().filter((sentence) => !this.#claimed.has(sentence));
  }

  #rank(): readonly Excerpt[] {
    this.#ranked ??= rankSentences(this.#collect());
    return this.#ranked;
  }

  #collect(): Excerpt[] {
    return [...eachPassage(this.#artifact)].flatMap(({ passage, section }) => {
      // An item to avoid means the opposite when quoted alone.
      const isNegated = section.recognitions.some(({ meaning }) => meaning === "avoid");
      if (passage.kind === "row" || isNegated) return [];
      const informative = passage.sentences.filter((sentence) => isInformative(sentence));
      if (section.recognitions.length > 0) for (const sentence of informative) this.#claimed.add(sentence);
      return informative;
    });
  }
}
