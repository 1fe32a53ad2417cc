import { type Artifact, isAside } from "../manifest/compact/artifact";
import { isNumberedStep } from "../manifest/compact/find-lines";
import { isFormField, isTicked } from "../manifest/compact/fits-part";
import type { HeadingMeaning } from "../manifest/compact/heading-meaning";
import { isInformative, joinSentences } from "../manifest/compact/informative";
import type { Passage, Section } from "../manifest/compact/read-sections";
import type { Excerpt } from "../manifest/compact/source-text";
import { isActionable } from "./actionable";
import { isSearchQuery } from "./search-query";

/** A line of a text that could be a bullet of a summary, with the meaning of its section. */
export interface Bullet {
  readonly excerpt: Excerpt;
  readonly meanings: readonly HeadingMeaning[];
  /** The heading above it; empty without one. */
  readonly heading: string;
}

/** Returns the lines of a text to act on: list items and sentences without code, searches and steps. */
export function findBullets({ documents }: Artifact): Bullet[] {
  return documents.flatMap((document) => [...bulletsOf(document, [])]);
}

function* bulletsOf(section: Section, around: readonly HeadingMeaning[]): Generator<Bullet> {
  if (isAside(section)) return;
  const own = section.recognitions.map(({ meaning }) => meaning);
  const meanings = own.length > 0 ? own : around;
  const heading = section.heading?.text ?? "";
  const passages = [...section.passages];
  const [first] = passages;
  // A heading below decisions is the decision, and the first passage its reason.
  const isDecision = own.length === 0 && around.includes("decisions");
  const excerpt = isDecision && section.heading && isReason(first) ? through(section.heading, first) : null;
  if (excerpt && isBullet(excerpt)) {
    yield { excerpt, meanings, heading };
    passages.shift();
  }
  for (let index = 0; index < passages.length; index += 1) {
    const [passage, next] = passages.slice(index, index + 2);
    if (!passage) break;
    const [decision] = passage.sentences;
    const pair = decision && isDecisionLabel(passage) && isReason(next) ? through(decision, next) : null;
    if (pair && isBullet(pair)) {
      yield { excerpt: pair, meanings: ["decisions"], heading };
      index += 1;
    } else yield* bulletsOfPassage(passage, meanings, heading);
  }
  for (const below of section.sections) {
    if (meanings.includes("next_action") && below.heading && isNumberedStep(below.heading))
      yield { excerpt: below.heading, meanings, heading };
    yield* bulletsOf(below, meanings);
  }
}

function* bulletsOfPassage(
  passage: Passage,
  around: readonly HeadingMeaning[],
  heading: string,
): Generator<Bullet> {
  const labelled = passage.label?.recognitions.map(({ meaning }) => meaning) ?? [];
  if (labelled.includes("aside")) return;
  const meanings = labelled.length > 0 ? labelled : around;
  for (const excerpt of linesOf(passage)) {
    const isOver = meanings.includes("next_action") && isTicked(excerpt.text);
    if (isBullet(excerpt) && !isOver) yield { excerpt, meanings, heading };
  }
  for (const child of passage.children) yield* bulletsOfPassage(child, meanings, heading);
}

function isDecisionLabel({ label, rest, children }: Passage): boolean {
  const isDecision = label?.recognitions.some(({ meaning }) => meaning === "decisions") ?? false;
  return isDecision && rest.length > 0 && children.length === 0;
}

function isReason(passage: Passage | undefined): passage is Passage {
  return passage?.label?.recognitions.some(({ meaning }) => meaning === "rationale") ?? false;
}

/** Returns the text from an excerpt to the end of a passage after it. */
function through(from: Excerpt, { sentences }: Passage): Excerpt | null {
  const last = sentences.at(-1);
  return last ? from.file.excerpt(from.from, last.to) : null;
}

/** Returns an item as one line, and a paragraph as one line per sentence. */
function linesOf({ kind, sentences }: Passage): readonly Excerpt[] {
  const joined = kind === "item" ? joinSentences(sentences) : null;
  return joined && sentences.length <= 2 ? [joined] : sentences;
}

/** Scripts without spaces have no words to count. */
const IDEOGRAPHS = /\p{Lo}{6}/u;

const MAX_LENGTH = 260;

function isBullet(excerpt: Excerpt): boolean {
  const { text } = excerpt;
  if (text.length > MAX_LENGTH || !(isInformative(excerpt) || IDEOGRAPHS.test(text))) return false;
  return isActionable(text) && !isSearchQuery(text) && !isFormField(text);
}
