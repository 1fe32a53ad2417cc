import { type Artifact, isAside } from "../manifest/compact/artifact";
import { isInformative, joinSentences } from "../manifest/compact/find-lines";
import type { HeadingMeaning } from "../manifest/compact/heading-meaning";
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
  for (const passage of section.passages)
    yield* bulletsOfPassage(passage, meanings, section.heading?.text ?? "");
  for (const below of section.sections) yield* bulletsOf(below, meanings);
}

function* bulletsOfPassage(
  passage: Passage,
  around: readonly HeadingMeaning[],
  heading: string,
): Generator<Bullet> {
  const labelled = passage.label?.recognitions.map(({ meaning }) => meaning) ?? [];
  const meanings = labelled.length > 0 ? labelled : around;
  for (const excerpt of linesOf(passage)) {
    if (isBullet(excerpt)) yield { excerpt, meanings, heading };
  }
  for (const child of passage.children) yield* bulletsOfPassage(child, meanings, heading);
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
  return isActionable(text) && !isSearchQuery(text);
}
