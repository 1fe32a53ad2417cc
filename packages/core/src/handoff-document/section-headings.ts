import type { HandoffSection } from "./handoff-document";

/**
 * Headings that agents use for the sections of a handoff document. A heading matches a synonym if it contains
 * its words in order, starting with the first: `key decision` matches "Key Design Decisions (phase 2)". A
 * one-word synonym must be the whole heading up to a colon, dash or parenthesis. Ignores leading numbers and
 * signs, case and plurals. The longest matching synonym wins.
 */
const SYNONYMS: Readonly<Record<HandoffSection, readonly string[]>> = {
  nextAction: [
    "immediate next",
    "immediate action",
    "immediate step",
    "next action",
    "next step",
    "next phase",
    "next task",
    "next up",
    "next",
    "recommended next",
    "suggested next",
    "required next",
    "what to do next",
    "first action",
    "where to continue",
    "continue with",
    "to do next",
    "start here",
  ],
  currentState: [
    "current state",
    "current status",
    "current position",
    "current progress",
    "state",
    "status",
    "summary",
    "progress",
    "completed",
    "complete",
    "done",
    "completed phase",
    "completed work",
    "what was done",
    "what is done",
    "what has been done",
    "work done",
    "work completed",
    "where we are",
    "where things stand",
    "phase completed",
    "file created",
    "file modified",
    "file changed",
    "file completed",
    "build state",
    "goal state",
  ],
  decisions: [
    "key decision",
    "decision",
    "design decision",
    "important decision",
    "technical decision",
    "decision made",
    "choice made",
    "key choice",
    "design choice",
    "what was decided",
  ],
  failedApproaches: [
    "what not to",
    "what did not work",
    "what didn't work",
    "what failed",
    "do not try",
    "don't try",
    "do not",
    "failed approach",
    "failed attempt",
    "attempted approach",
    "approach tried",
    "approach attempted",
    "approach that failed",
    "tried",
    "dead end",
    "avoid",
    "already tried",
  ],
  criticalContext: [
    "critical context",
    "important context",
    "key context",
    "context",
    "critical pattern",
    "critical note",
    "critical information",
    "key insight",
    "key pattern",
    "key finding",
    "key fact",
    "gotcha",
    "potential gotcha",
    "pitfall",
    "caveat",
    "important note",
    "need to know",
  ],
  references: [
    "reference",
    "further reading",
    "related file",
    "related document",
    "critical file",
    "key file",
    "important file",
    "relevant file",
    "source file",
    "source directory",
    "link",
    "see also",
    "read only if stuck",
  ],
};

const PHRASES = Object.entries(SYNONYMS).flatMap(([section, synonyms]) =>
  synonyms.map((synonym) => ({ section, words: synonym.split(" ").map(toSingular) })),
);

/**
 * Returns the section of a heading.
 *
 * @param heading text without Markdown.
 * @returns null if it is none of the six.
 */
export function recognizeSection(heading: string): HandoffSection | null {
  const words = listWords(heading);
  const alone = listWords(heading.split(/[:(–—]| - /, 1)[0] ?? "").length === 1;
  let best: { section: string; words: readonly string[] } | null = null;
  for (const phrase of PHRASES) {
    const { length } = phrase.words;
    if (length > (best?.words.length ?? 0) && (length > 1 || alone) && beginsWith(words, phrase.words)) {
      best = phrase;
    }
  }
  return best && isSection(best.section) ? best.section : null;
}

function isSection(name: string): name is HandoffSection {
  return Object.hasOwn(SYNONYMS, name);
}

function listWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/\p{L}[\p{L}']*/gu) ?? []
  ).map(toSingular);
}

function beginsWith(words: readonly string[], phrase: readonly string[]): boolean {
  if (words[0] !== phrase[0]) return false;
  let at = 0;
  for (const word of words) if (word === phrase[at]) at += 1;
  return at === phrase.length;
}

function toSingular(word: string): string {
  if (word.endsWith("ches") || word.endsWith("sses")) return word.slice(0, -2);
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
