import { type Artifact, eachPassage, findSections, isAside } from "./artifact";
import { countWords } from "./count-words";
import type { HeadingMeaning, Recognition } from "./heading-meaning";
import {
  endsInColon,
  FEW_WORDS,
  isInformative,
  isLine,
  joinSentences,
  LIMIT,
  LINE_LENGTH,
  MIN_WORDS,
  wholeOf,
} from "./informative";
import { type Cell, LABEL_DEPTH, type Passage, type Section } from "./read-sections";
import type { Excerpt } from "./source-text";

/**
 * Returns the statements of an artifact with a meaning: under headings, after labels or in table columns, one
 * line each, best first. Sections with the same heading alternate, except steps, which stay in order.
 */
export function findLines(
  artifact: Artifact,
  meaning: HeadingMeaning,
  { isWhole = false }: FindOptions = {},
): Excerpt[] {
  const isSequence = meaning === "next_action";
  const isLoose = meaning !== "risks" && meaning !== "constraints" && !isSequence;
  const lines = findSections(artifact, meaning).flatMap(({ section, recognition }) =>
    linesOfSection(section, meaning, isWhole || meaning === "constraints").map(
      (line, place): RankedLine => ({ line, recognition, place }),
    ),
  );
  return [...lines, ...findLabelled(artifact, meaning)]
    .filter(
      (ranked) =>
        isInformative(ranked.line, fewestWords(ranked.line, meaning), meaning === "constraints") &&
        (isLoose || tierOf(ranked) <= MAX_TIER),
    )
    .sort((a, b) => tierOf(a) - tierOf(b) || (isSequence ? 0 : a.place - b.place))
    .map(({ line }) => line);
}

export interface FindOptions {
  /** True for all lines of subsections, not only their first ones. */
  readonly isWhole?: boolean;
}

function fewestWords({ text }: Excerpt, meaning: HeadingMeaning): number {
  // A step can be the path of a task.
  if (meaning === "next_action" && TASK_FILE.test(text)) return 1;
  return NAMES.has(meaning) ? FEW_WORDS : MIN_WORDS;
}

const TASK_FILE = /^`[^`\s]+\.\w+`$/;

/** Their lines can be a name: "Linting: clean", "API specification". */
const NAMES = new Set<HeadingMeaning>(["tests", "dependencies", "provides"]);
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
    if (!recognition || (meaning === "next_action" && FIELD.test(passage.label?.excerpt.text ?? "")))
      return [];
    const joined = cell ? cell.excerpt : joinSentences(passage.rest);
    // Each sentence about steps is a step.
    const lines = !cell && meaning === "next_action" ? passage.rest : joined ? [joined] : [];
    return lines.map((line) => ({ line, recognition, place: LABELLED_PLACE }));
  });
}

/** "Task: 879" is a field of a form. */
const FIELD = /^(?:task|target|objective|action)$/i;

/** Returns the lines of a section, and those of its subsections without their own meaning. */
function linesOfSection(section: Section, meaning: HeadingMeaning, isWhole: boolean): Excerpt[] {
  const below = section.sections.map((inner, index) =>
    linesOfInner(inner, meaning, isWhole || (meaning === "next_action" && index === 0)),
  );
  return [
    ...section.passages.flatMap((passage) => linesOfPassage(passage, meaning)),
    ...below.flatMap(({ first }) => first),
    ...below.flatMap(({ later }) => later),
  ];
}

/** Returns the first lines of a subsection, and those that can wait for the other subsections. */
function linesOfInner(
  below: Section,
  meaning: HeadingMeaning,
  isForemost: boolean,
): { first: Excerpt[]; later: Excerpt[] } {
  const only = (first: Excerpt[]) => ({ first, later: [] });
  const { recognitions, heading } = below;
  const isSame = recognitions.some((entry) => entry.meaning === meaning);
  const isStep = meaning === "next_action" && heading !== null && isNumberedStep(heading);
  // "1. Verify issues created" names no files.
  if (isStep && !recognitions.some(({ isWhole }) => isWhole)) return only([heading]);
  if (isAside(below) || (recognitions.length > 0 && !isSame)) return only([]);
  const quote = quoteOf(below);
  if (quote) return only([quote]);
  if (meaning === "constraints" && heading && LIMIT.test(heading.text))
    return only([heading, ...linesOfSection(below, meaning, true)]);
  if (isSame) return only(linesOfSection(below, meaning, meaning === "constraints"));
  const isSequence = meaning === "next_action";
  if (isForemost && (isSequence || WHOLE.has(meaning))) return only(linesOfSection(below, meaning, true));
  const [line, ...rest] = lineOfSubsection(below, meaning, isSequence);
  return { first: line ? [line] : [], later: rest };
}

/** Meanings whose subsections are read whole if asked. */
const WHOLE = new Set<HeadingMeaning>(["constraints", "insights"]);

/** Returns a short list together with the label without which its items mean the opposite: "Never pass:". */
function quoteOf({ heading, depth, passages }: Section): Excerpt | null {
  const last = passages.at(-1)?.sentences.at(-1);
  if (!heading || !last || depth < LABEL_DEPTH || !TURNING.test(heading.text)) return null;
  const isBold = heading.file.text.slice(heading.from - 2, heading.from) === "**";
  const whole = heading.file.excerpt(isBold ? heading.from - 2 : heading.from, last.to);
  return isLine(whole) ? whole : null;
}

const TURNING = /\b(?:only|never|not|don['’]t|without|except|forbidden|instead)\b/i;

/** Returns true for a heading below "Tasks" that is the step itself. */
export function isNumberedStep({ text }: Excerpt): boolean {
  return NUMBERED_STEP.test(text);
}

const NUMBERED_STEP = /^(?:(?:task|step|action|phase|issue|change) ?)?\d+[.:)]? [\p{L}*]/iu;

/** Returns the first text of a section, or all; without text, its heading. */
function lineOfSubsection(section: Section, meaning: HeadingMeaning, isAll: boolean): Excerpt[] {
  const lines = linesOfSection(section, meaning, false).filter((excerpt) => isInformative(excerpt));
  if (section.depth >= LABEL_DEPTH || (isAll && lines.length > 0)) return lines;
  return lines.length > 0 ? lines.slice(0, 1) : section.heading ? [section.heading] : [];
}

function linesOfPassage(passage: Passage, meaning: HeadingMeaning): Excerpt[] {
  const means = passage.label?.recognitions ?? [];
  if (means.length > 0 && means.every((entry) => entry.meaning !== meaning)) return [];
  if (passage.kind === "row") {
    const cell = findCell(passage, meaning);
    return cell ? [cell.excerpt] : lineOfRow(passage);
  }
  const line = meaning === "next_action" ? wholeOf(passage) : joinSentences(passage.sentences);
  if (passage.children.length > 0 && (line === null || endsInColon(line) || !isInformative(line))) {
    return passage.children.flatMap((child) => linesOfPassage(child, meaning));
  }
  return line ? [line] : [];
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
