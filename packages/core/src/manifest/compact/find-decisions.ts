import type { KeyDecision } from "../manifest";
import { type Artifact, eachPassage, findSections, isAside } from "./artifact";
import { countWords } from "./count-words";
import type { DraftItem } from "./draft";
import type { HeadingMeaning } from "./heading-meaning";
import { isInformative, joinSentences } from "./informative";
import { passagesWith } from "./passages-with";
import type { RankedSentences } from "./ranked-sentences";
import type { Passage, Section } from "./read-sections";
import type { Selection } from "./selection";
import { shortenTo } from "./shorten";
import type { Excerpt } from "./source-text";
import {
  CONTRAST,
  type Decision,
  firstFitting,
  MAX_DECISION,
  MAX_RATIONALE,
  NAMED,
  PURPOSE,
  REASONS,
  split,
  splitPurpose,
} from "./split-decision";

/** Verbs that make a line in a section of decisions a decision. */
const DECISION_CUE =
  /\b(?:decided|decision|chose|chosen|select(?:ed|s)|adopt(?:ed|s)?|opted|prefer(?:red|s)?|rejected|switched to|replaced?|instead of|rather than|we (?:will )?use|will use|must use|use [A-Z`]\S*|keep(?:s|ing)?|kept|approved|standardi[sz]ed? on)\b/;

/** Verbs that make a sentence a decision in any section. */
const DECIDING =
  /\b(?:decided|chose|chosen|selected|adopted|opted|preferred|rejected|switched to|approved|standardi[sz]ed? on|instead of|rather than|we (?:will )?use|will use|should be)\b/;

/** Changes of the work itself: a decision if the sentence gives the reason. */
const CHANGING =
  /^\W*(?:changed|added|kept|made|set|used)\b|\b(?:moved|renamed|replaced|removed|dropped|deferred|postponed|split|merged|skipped|disabled|reverted)\b/i;

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
  const sections = findSections(artifact, "decisions").filter(
    ({ section: { heading } }) => !UNDECIDED.test(heading?.text ?? ""),
  );
  const reported = sections
    .flatMap(({ section }) => decisionsOf(section).map((found, place) => ({ found, place })))
    .sort(
      (a, b) => Number(a.found.rationale === null) - Number(b.found.rationale === null) || a.place - b.place,
    )
    .map(({ found }) => found);
  const labelled = [...eachPassage(artifact)].flatMap(
    ({ passage, section }) => labelledDecision(passage, section) ?? [],
  );
  const stated = [...reported, ...labelled].filter(fits);
  // If decisions are stated, other sentences must also give their reason explicitly.
  const turns = stated.length === 0 ? [...REASONS, CONTRAST] : REASONS;
  const inSentences = [
    ...ranked.with(DECIDING).flatMap((sentence) => split(sentence, turns) ?? []),
    ...passagesWith(artifact, CHANGING).flatMap((line) => split(line, REASONS) ?? []),
    ...passagesWith(artifact, PURPOSE).flatMap((line) => splitPurpose(line) ?? []),
  ].filter((found) => found.rationale !== null && fits(found));
  const explained = ({ rationale }: Decision) => Number(rationale !== null);
  const fitting = [...stated, ...(isStated ? [] : inSentences)].sort((a, b) => explained(b) - explained(a));
  const offered = fitting.map((found) => ({ decision: found.decision, item: toItem(found) }));
  const kept: Decision[] = [];
  for (const found of fitting) {
    const isNew = !kept.some((other) => overlaps(other, found));
    if (isNew && kept.length < limit && selection.take([found.decision], 1).length > 0) kept.push(found);
  }
  return { items: kept.map(toItem), offered };
}

/** Returns true if two decisions are of the same place of a document. */
function overlaps(a: Decision, b: Decision): boolean {
  const [endA, endB] = [a, b].map(({ decision, rationale }) => Math.max(decision.to, rationale?.to ?? 0));
  return (
    a.decision.file === b.decision.file && a.decision.from < (endB ?? 0) && b.decision.from < (endA ?? 0)
  );
}

/** Sections about open decisions. */
const UNDECIDED =
  /\bdecisions? (?:points?|needed|required|pending|making|traceability|process|criteria|matrix)\b/i;

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

/** A heading that names its one decision: "Key decision: …", "ADR-7: …". */
const NAMED_IN_HEADING = /^(?:[\p{L} ]{0,20}decision(?: record)?|adr)\b[ -]?\d* ?[:—–]\s*\S/iu;

function decisionsOf(section: Section): Decision[] {
  if (NAMED_IN_HEADING.test(section.heading?.text ?? "")) return decisionOfSection(section);
  const items = section.passages.filter(({ kind }) => kind !== "paragraph");
  const isStated = ({ kind, sentences }: Passage) =>
    kind !== "paragraph" || sentences.some(({ text }) => DECISION_CUE.test(text));
  const passages = items.length > 0 ? section.passages.filter(isStated) : section.passages;
  const reason = reasonOfSection(section);
  const below = section.sections
    .filter((inner) => !isAside(inner))
    .flatMap((inner) => decisionOfSection(inner));
  // "Do next: …" is the decision if the section has no other.
  const said =
    below.length > 0 ? passages.filter((passage) => !isLabelled(passage, "next_action")) : passages;
  const found = [
    ...said.flatMap((passage, index) => decisionOf(passage, said.slice(index + 1, index + 2)) ?? []),
    ...below,
  ];
  const unexplained = found.findIndex(({ rationale }) => rationale === null);
  return found.map((one, index) => (index === unexplained ? { ...one, rationale: reason } : one));
}

/** Returns the start of the section below that gives the reason. */
function reasonOfSection({ sections }: Section): Excerpt | null {
  const why = sections.find(({ recognitions }) =>
    recognitions.some(({ meaning }) => meaning === "rationale"),
  );
  return why?.passages[0] ? firstFitting(why.passages[0].sentences) : null;
}

/** Returns a heading below a section of decisions as decision, with the reason given in its section. */
function decisionOfSection(section: Section): Decision[] {
  const { heading, passages } = section;
  if (!heading) return [];
  const means = section.recognitions.some(({ meaning }) => meaning !== "decisions" && meaning !== "strategy");
  if (means) return [];
  if (countWords(heading.text) < NAMED) return passages.flatMap((passage) => decisionOf(passage, []) ?? []);
  const stated = passages.find((passage) => isLabelled(passage, "decisions"));
  const rationale =
    firstFitting(reasonAmong(passages) ?? []) ??
    reasonOfSection(section) ??
    firstOf(passages.filter(({ label }) => !label));
  const decision = stated ? joinSentences(stated.rest, MAX_DECISION) : null;
  return [{ decision: (decision && shortenTo(decision, MAX_DECISION)) ?? heading, rationale }];
}

/** Returns the start of the first passage, or of a later paragraph if it only introduces a list: "Instead, write:". */
function firstOf([first, ...others]: readonly Passage[]): Excerpt | null {
  const paragraphs = others.filter(({ kind }) => kind === "paragraph");
  for (const { sentences } of first ? [first, ...paragraphs] : []) {
    const fitting = firstFitting(sentences);
    if (fitting) return fitting;
  }
  return null;
}

/** Returns a passage labeled as decision, with the reason in the next label of its section. */
function labelledDecision(passage: Passage, section: Section): Decision | null {
  if (passage.kind === "row") {
    const hasColumn = passage.cells.some((cell) =>
      cell.recognitions.some(({ meaning }) => meaning === "decisions"),
    );
    return hasColumn ? decisionOfRow(passage) : null;
  }
  if (WHY.test(passage.label?.excerpt.text ?? "") && passage.label && passage.rest.length > 0)
    return { decision: passage.label.excerpt, rationale: firstFitting(passage.rest) };
  if (!isLabelled(passage, "decisions")) return null;
  const decision = joinSentences(passage.rest, MAX_DECISION);
  if (!decision) return null;
  const verdict = VERDICT.exec(decision.text);
  if (verdict && section.heading) return { decision: section.heading, rationale: firstFitting(passage.rest) };
  const reason = reasonAmong(passage.children) ?? reasonAmong(passagesOfDecision(passage, section));
  return reason ? { decision, rationale: firstFitting(reason) } : split(decision);
}

/** A label that names what was decided: "Why Markdown, not JSON: …". */
const WHY = /^why [^?]{6,}$/i;

/** A verdict needs its subject, which is the heading: "DEFER - …", "Yes, …". */
const VERDICT =
  /^[\s*_]*(?:\p{Lu}{2,}(?: \p{Lu}{2,}){0,2}|yes|no|accepted|rejected|approved|deferred|adopt|defer|go)\b[\s*_]*(?:$|[-–—,:;.(])/iu;

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
  const isNamed = label?.recognitions.some(
    ({ meaning }) => meaning === "decisions" || meaning === "next_action",
  );
  const isTooShort = label !== null && countWords(label.excerpt.text) < NAMED;
  if (label && !isNamed && !isTooShort) {
    if (label.recognitions.length > 0) return null;
    return { decision: label.excerpt, rationale: firstFitting(rest) ?? below };
  }
  const [first, second] = isNamed ? rest : sentences;
  if (!first) return null;
  const short = below && shortenTo(first, MAX_DECISION);
  if (below && short) return { decision: short, rationale: below };
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
