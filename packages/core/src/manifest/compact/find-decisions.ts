import type { KeyDecision } from "../manifest";
import { type Artifact, eachPassage, findSections, isAside } from "./artifact";
import type { DraftItem } from "./draft";
import { isInformative, joinSentences, type RankedSentences } from "./find-lines";
import type { HeadingMeaning } from "./heading-meaning";
import type { Passage, Section } from "./read-sections";
import type { Selection } from "./selection";
import type { Excerpt } from "./source-text";

/** A quoted decision and its reason; null if the source gives none. */
interface Decision {
  readonly decision: Excerpt;
  readonly rationale: Excerpt | null;
}

/** Minimum words of a decision with a reason, which may be just a name. */
const NAMED = 2;

/** The limits of a manifest, in code points. */
const MAX_DECISION = 100;
const MAX_RATIONALE = 200;

/** Verbs that make a sentence a decision. */
const DECISION_CUE =
  /\b(?:decided|decision|chose|chosen|select(?:ed|s)|adopt(?:ed|s)?|opted|prefer(?:red|s)?|rejected|switched to|replaced?|instead of|rather than|we (?:will )?use|will use|must use|use [A-Z`]\S*|keep(?:s|ing)?|kept|approved|standardi[sz]ed? on)\b/;

export interface FoundDecisions {
  /** The first ones, up to the limit. */
  readonly items: readonly DraftItem[];
  /** All, each with its quote. */
  readonly offered: readonly { readonly decision: Excerpt; readonly item: DraftItem }[];
}

/**
 * Returns the decisions of an artifact with their reasons: from sections, labels and tables of decisions,
 * otherwise from sentences with a verb of deciding and a reason, unless `isStated`.
 */
export function findDecisions(
  artifact: Artifact,
  limit: number,
  selection: Selection,
  ranked: RankedSentences,
  { isStated = false } = {},
): FoundDecisions {
  const sections = findSections(artifact, "decisions");
  const reported = sections
    .flatMap(({ section }) => decisionsOf(section).map((found, place) => ({ found, place })))
    .sort(
      (a, b) => Number(a.found.rationale === null) - Number(b.found.rationale === null) || a.place - b.place,
    )
    .map(({ found }) => found);
  const labelled = [...eachPassage(artifact)].flatMap(
    ({ passage, section }) => labelledDecision(passage, section) ?? [],
  );
  const inSentences = ranked
    .with(DECISION_CUE)
    .flatMap((sentence) => split(sentence) ?? [])
    .sort((a, b) => Number(a.rationale === null) - Number(b.rationale === null));
  const stated = [...reported, ...labelled].filter(fits);
  const fitting = stated.length > 0 || isStated ? stated : inSentences.filter(fits);
  const offered = fitting.map((found) => ({ decision: found.decision, item: toItem(found) }));
  const items: DraftItem[] = [];
  for (const { decision, item } of offered) {
    if (items.length < limit && selection.take([decision], 1).length > 0) items.push(item);
  }
  return { items, offered };
}

function fits({ decision, rationale }: Decision): boolean {
  return (
    isInformative(decision, rationale ? NAMED : undefined) &&
    [...decision.text].length <= MAX_DECISION &&
    (rationale === null || [...rationale.text].length <= MAX_RATIONALE)
  );
}

function toItem({ decision, rationale }: Decision): DraftItem {
  const value: KeyDecision = { decision: decision.text, rationale: rationale?.text ?? "" };
  const reason = rationale ? [{ key: "rationale", text: rationale.text, excerpt: rationale }] : [];
  return { value, pieces: [{ key: "decision", text: decision.text, excerpt: decision }, ...reason] };
}

function decisionsOf(section: Section): Decision[] {
  const items = section.passages.filter(({ kind }) => kind !== "paragraph");
  const isStated = ({ kind, sentences }: Passage) =>
    kind !== "paragraph" || sentences.some(({ text }) => DECISION_CUE.test(text));
  const passages = items.length > 0 ? section.passages.filter(isStated) : section.passages;
  return [
    ...passages.flatMap((passage, index) => decisionOf(passage, passages.slice(index + 1, index + 2)) ?? []),
    ...section.sections.filter((below) => !isAside(below)).flatMap((below) => decisionOfSection(below)),
  ];
}

/** Returns a heading below a section of decisions as decision, with the reason given in its section. */
function decisionOfSection(section: Section): Decision[] {
  const { heading, passages, sections } = section;
  if (!heading) return [];
  const means = section.recognitions.some(({ meaning }) => meaning !== "decisions" && meaning !== "strategy");
  if (means) return [];
  const why = sections.find(({ recognitions }) =>
    recognitions.some(({ meaning }) => meaning === "rationale"),
  );
  const stated = passages.find((passage) => isLabelled(passage, "decisions"));
  const reasons =
    reasonAmong(passages) ??
    why?.passages[0]?.sentences ??
    passages.find(({ label }) => !label)?.sentences ??
    [];
  const decision = stated ? joinSentences(stated.rest, MAX_DECISION) : null;
  return [
    { decision: decision && fitsDecision(decision) ? decision : heading, rationale: firstFitting(reasons) },
  ];
}

function fitsDecision({ text }: Excerpt): boolean {
  return [...text].length <= MAX_DECISION;
}

function firstFitting(sentences: readonly Excerpt[]): Excerpt | null {
  const line = joinSentences(sentences, MAX_RATIONALE);
  return line && isInformative(line) && [...line.text].length <= MAX_RATIONALE ? line : null;
}

/** Returns a passage labeled as decision, with the reason in the next label of its section. */
function labelledDecision(passage: Passage, section: Section): Decision | null {
  if (passage.kind === "row") {
    const hasColumn = passage.cells.some((cell) =>
      cell.recognitions.some(({ meaning }) => meaning === "decisions"),
    );
    return hasColumn ? decisionOfRow(passage) : null;
  }
  if (!isLabelled(passage, "decisions")) return null;
  const decision = joinSentences(passage.rest, MAX_DECISION);
  if (!decision) return null;
  const reason = reasonAmong(passage.children) ?? reasonAmong(passagesOfDecision(passage, section));
  return reason ? { decision, rationale: firstFitting(reason) } : split(decision);
}

/** A reason further away belongs to something else. */
const MAX_PASSAGES = 8;

/** Returns the passages after a labeled decision, up to the next one; all if it is the only one. */
function passagesOfDecision(passage: Passage, { passages }: Section): readonly Passage[] {
  const start = passages.indexOf(passage) + 1;
  const after = passages.slice(start, start + MAX_PASSAGES);
  const next = after.findIndex((other) => isLabelled(other, "decisions"));
  if (next >= 0) return after.slice(0, next);
  return passages.length <= MAX_PASSAGES ? [...after, ...passages.slice(0, start)] : after;
}

/** Returns the first passage labeled as a reason, or the first item below it. */
function reasonAmong(passages: readonly Passage[]): readonly Excerpt[] | null {
  const reason = passages.find(({ label }) =>
    label?.recognitions.some(({ meaning }) => meaning === "rationale"),
  );
  if (!reason) return null;
  return reason.rest.length > 0 ? reason.rest : (reason.children[0]?.sentences ?? []);
}

function isLabelled({ label, rest }: Passage, meaning: HeadingMeaning): boolean {
  return rest.length > 0 && (label?.recognitions.some((entry) => entry.meaning === meaning) ?? false);
}

/** @param following the next passage, which can be the reason. */
function decisionOf(passage: Passage, following: readonly Passage[]): Decision | null {
  if (passage.kind === "row") return decisionOfRow(passage);
  const { label, rest, sentences, children } = passage;
  if (label?.recognitions.some(({ meaning }) => meaning === "rationale")) return null;
  const below = firstFitting(reasonAmong(children) ?? reasonAmong(following) ?? children[0]?.sentences ?? []);
  const isNamed = label?.recognitions.some(({ meaning }) => meaning === "decisions");
  if (label && !isNamed) return { decision: label.excerpt, rationale: firstFitting(rest) ?? below };
  const [first, second] = isNamed ? rest : sentences;
  if (!first) return null;
  if (below && fitsDecision(first)) return { decision: first, rationale: below };
  const halves = split(first);
  if (halves?.rationale) return halves;
  return halves && { ...halves, rationale: second ? firstFitting([second]) : null };
}

function decisionOfRow({ cells }: Passage): Decision | null {
  const find = (meaning: HeadingMeaning) =>
    cells.find(({ recognitions }) => recognitions.some((entry) => entry.meaning === meaning))?.excerpt;
  const decision =
    find("decisions") ?? cells.find(({ excerpt }) => isInformative(excerpt))?.excerpt ?? cells[0]?.excerpt;
  if (!decision) return null;
  const others = cells
    .map(({ excerpt }) => excerpt)
    .filter((excerpt) => excerpt !== decision && isInformative(excerpt));
  return { decision, rationale: find("rationale") ?? others.at(-1) ?? null };
}

/** Words between decision and reason, most reliable first. The text on both sides is kept. */
const TURNS = [
  /\s*[,;(—–-]?\s*\b(?=(?:because|since|so that|in order to|to avoid|to prevent|to keep|to ensure|due to|as it|which (?:avoids|keeps|prevents))\b)/,
  /\s+[—–]\s+|\s+-{1,2}\s+|\s*→\s*/,
  /;\s+/,
  /:\s+/,
  /,\s+(?=(?:not|rather than|instead of|which|with|and|while|but|so)\b)/,
];

/** Longer texts, including white space, have no decision and reason that fit. */
const MAX_SENTENCE = 500;

/** Splits a sentence once into decision and reason. @returns null if the decision would not fit. */
function split(sentence: Excerpt): Decision | null {
  if (sentence.to - sentence.from > MAX_SENTENCE) return null;
  const source = sentence.file.text.slice(sentence.from, sentence.to);
  for (const turn of TURNS) {
    const match = turn.exec(source);
    if (!match || match.index === 0) continue;
    const decision = sentence.file.excerpt(sentence.from, sentence.from + match.index);
    const rationale = sentence.file.excerpt(sentence.from + match.index + match[0].length, sentence.to);
    const found = { decision, rationale };
    if (fits(found) && isInformative(rationale) && isBalanced(decision.text)) return found;
  }
  return fitsDecision(sentence) ? { decision: sentence, rationale: null } : null;
}

/** Returns true if all marks of code and emphasis and all brackets are closed. */
function isBalanced(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return (
    count("`") % 2 === 0 &&
    count("**") % 2 === 0 &&
    count("(") === count(")") &&
    count("[") === count("]") &&
    count('"') % 2 === 0
  );
}
