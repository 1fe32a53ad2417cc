import { contentWords } from "../manifest/content-words";
import type { ConversationMessage } from "./conversation";
import { FACT_CLASSES, type FactClass, type Facts, findFacts } from "./find-facts";
import { listSentences } from "./read-sentences";

/** What became of the facts of one class. */
export interface ClassLoss {
  /** How many different ones the text before held. */
  readonly total: number;
  /** How many of them stand in the text after. */
  readonly kept: number;
  /** `kept` ÷ `total`, from 0 to 1; null where there was none. */
  readonly share: number | null;
  /** Those that are gone, in the order of the text before. */
  readonly gone: readonly string[];
}

export type LossReport = Readonly<Record<FactClass, ClassLoss>>;

/**
 * Says what of the text before a compaction stands in the text after it, class by class.
 *
 * Paths, commands and numbers are kept where they stand there letter by letter, a path also where only its folders were left out.
 * Decisions and instructions are kept where a sentence shares three of five of their words, since a summary says them in its own
 * words; which sentences are such is judged (`isDecision`, `isInstruction`). Time is linear in the length of both texts.
 *
 * @param before the text, or the conversation; of the latter what tools gave back counts for nothing.
 */
export function reportLoss(before: string | readonly ConversationMessage[], after: string): LossReport {
  const facts = findFacts(before);
  const text = new TextAfter(after);
  const stands: Record<FactClass, (fact: string) => boolean> = {
    file_paths: (path) => text.holdsPath(path),
    commands: (command) => text.holdsCommand(command),
    numbers: (number) => text.holdsNumber(number),
    decisions: (sentence) => text.says(sentence),
    instructions: (sentence) => text.says(sentence),
  };
  return mapClasses((name) => lossOf(facts[name], stands[name]));
}

/** The figures of a loss report without the facts themselves: what an event holds. */
export function lossFigures(report: LossReport): Record<FactClass, { total: number; kept: number }> {
  return mapClasses((name) => ({ total: report[name].total, kept: report[name].kept }));
}

function mapClasses<T>(map: (name: FactClass) => T): Record<FactClass, T> {
  const [file_paths, commands, numbers, decisions, instructions] = FACT_CLASSES;
  return {
    file_paths: map(file_paths),
    commands: map(commands),
    numbers: map(numbers),
    decisions: map(decisions),
    instructions: map(instructions),
  };
}

function lossOf(facts: Facts[FactClass], stands: (fact: string) => boolean): ClassLoss {
  const gone = facts.filter((fact) => !stands(fact));
  const [total, kept] = [facts.length, facts.length - gone.length];
  return { total, kept, share: total === 0 ? null : kept / total, gone };
}

/** A sentence that shares this much of the words of another says it. */
const SHARED = 0.6;

/** A word that stands in more sentences than this tells none of them apart. */
const MAX_SENTENCES_OF_WORD = 64;

/** How many words of a command are looked for at once. */
const PHRASE = 6;

/** A text in which facts are looked for. What looking for one takes does not grow with the text. */
export class TextAfter {
  readonly #folded: string;
  readonly #paths: ReadonlySet<string>;
  readonly #numbers: ReadonlySet<string>;
  readonly #phrases: ReadonlySet<string>;
  readonly #sentences = new Set<string>();
  readonly #sentencesOf = new Map<string, number[]>();

  constructor(text: string) {
    const facts = findFacts(text);
    this.#folded = fold(text);
    this.#paths = new Set(facts.file_paths.flatMap(listEnds));
    this.#numbers = new Set(facts.numbers);
    this.#phrases = new Set(listPhrases(text, 1));
    for (const line of [...listSentences([text]).map((sentence) => sentence.text), ...text.split("\n")]) {
      this.#addSentence(fold(line));
    }
  }

  /** Whether a text stands there, white space and case aside. This does grow with the text. */
  holds(text: string): boolean {
    return this.#folded.includes(fold(text));
  }

  holdsCommand(command: string): boolean {
    return listPhrases(command, PHRASE).every((phrase) => this.#phrases.has(phrase));
  }

  holdsPath(path: string): boolean {
    return listEnds(path).some((end) => this.#paths.has(end) && (end === path || isTelling(end)));
  }

  holdsNumber(number: string): boolean {
    return this.#numbers.has(number);
  }

  /** Whether a sentence of the text says what `sentence` says: literally, or in three of five of its words. */
  says(sentence: string): boolean {
    if (this.#sentences.has(fold(sentence))) return true;
    const words = [...contentWords(sentence)];
    const shared = new Map<number, number>();
    for (const word of words) {
      for (const index of this.#sentencesOf.get(word) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    const most = [...shared.values()].reduce((max, count) => Math.max(max, count), 0);
    return words.length > 0 && most / words.length >= SHARED;
  }

  #addSentence(line: string): void {
    if (this.#sentences.has(line)) return;
    const index = this.#sentences.size;
    this.#sentences.add(line);
    for (const word of contentWords(line)) {
      const sentences = this.#sentencesOf.get(word);
      if (!sentences) this.#sentencesOf.set(word, [index]);
      else if (sentences.length < MAX_SENTENCES_OF_WORD) sentences.push(index);
    }
  }
}

/**
 * The phrases of a text of six words, and shorter ones down to `shortest`; of a text that has no more words the whole. Marks of code,
 * emphasis and sentences at the ends of words do not count.
 */
function listPhrases(text: string, shortest: number): string[] {
  const words = fold(text)
    .split(" ")
    .map((word) => word.slice(0, MAX_WORD_LENGTH).replace(/^[`"'(*]+|[`"'),.;:*]+$/g, ""));
  const phrases: string[] = [];
  for (let length = Math.min(shortest, words.length); length <= Math.min(PHRASE, words.length); length += 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      phrases.push(words.slice(from, from + length).join(" "));
    }
  }
  return phrases;
}

const MAX_WORD_LENGTH = 200;

/** A path and what is left of it when folders are taken off its beginning. */
function listEnds(path: string): string[] {
  const parts = path.split("/").slice(-MAX_FOLDERS);
  return [path, ...parts.map((_, index) => parts.slice(index).join("/"))];
}

const MAX_FOLDERS = 12;

/** Names that stand in many folders tell no file apart. */
function isTelling(end: string): boolean {
  return (
    end.includes("/") || !/^(?:index|main|mod|readme|__init__|package|config|test|types)\.\w+$/i.test(end)
  );
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
