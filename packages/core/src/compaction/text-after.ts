import { createParsingAllowance } from "../manifest/compact/read-markdown";
import { contentWords } from "../manifest/content-words";
import { findFilePaths } from "./find-file-paths";
import { findNumbers } from "./find-numbers";
import { listSentences } from "./read-sentences";

/** Minimum share of common words for two sentences with the same meaning. */
const SHARED = 0.6;

/** A word in more sentences than this does not distinguish them. */
const MAX_SENTENCES_OF_WORD = 64;

/** Number of words of a command to look up at once. */
const PHRASE = 6;

/** A text to search for facts. The time of a search does not grow with the text. */
export class TextAfter {
  #folded = "";
  readonly #paths = new Set<string>();
  readonly #numbers = new Set<string>();
  readonly #phrases = new Set<string>();
  readonly #sentences = new Set<string>();
  readonly #sentencesOf = new Map<string, number[]>();

  readonly #allowance = createParsingAllowance();

  /** Appends text. Does not find facts that span two calls. */
  add(text: string): void {
    this.#folded = `${this.#folded} ${fold(text)}`;
    for (const end of findFilePaths(text).flatMap(listEnds)) this.#paths.add(end);
    for (const number of findNumbers(text)) this.#numbers.add(number);
    for (const phrase of listPhrases(text, 1)) this.#phrases.add(phrase);
    for (const { text: sentence } of listSentences([text], this.#allowance))
      this.#addSentence(fold(sentence));
    for (const line of text.split("\n")) this.#addSentence(fold(line));
  }

  /**
   * Returns true if the text contains another, ignoring white space and case. Takes time linear in the text.
   */
  holds(text: string): boolean {
    return this.#folded.includes(fold(text));
  }

  containsCommand(command: string): boolean {
    return listPhrases(command, PHRASE).every((phrase) => this.#phrases.has(phrase));
  }

  containsPath(path: string): boolean {
    return listEnds(path).some((end) => this.#paths.has(end) && (end === path || isInformative(end)));
  }

  containsNumber(number: string): boolean {
    return this.#numbers.has(number);
  }

  /**
   * Returns true if a sentence of the text has the meaning of `sentence`: literally, or with three of five
   * words.
   */
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
 * Returns the phrases of six words, and shorter ones down to `shortest`; all of a shorter text. Ignores marks
 * of code, emphasis and sentences at word ends.
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

/** Returns a path, and its ends without leading folders. */
function listEnds(path: string): string[] {
  const parts = path.split("/").slice(-MAX_FOLDERS);
  return [path, ...parts.map((_, index) => parts.slice(index).join("/"))];
}

const MAX_FOLDERS = 12;

/** Names that occur in many folders do not identify a file. */
function isInformative(end: string): boolean {
  return (
    end.includes("/") || !/^(?:index|main|mod|readme|__init__|package|config|test|types)\.\w+$/i.test(end)
  );
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
