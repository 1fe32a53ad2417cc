import { longWords } from "../../long-words";
import type { Excerpt } from "./source-text";

/** Words and numbers of a text. */
interface Gist {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

/** Texts already in a summary, to avoid repetitions in other words. */
export class Selection {
  readonly #taken: Gist[] = [];

  /** Returns the first excerpts that are new, in order, and adds them to the summary. */
  take(excerpts: readonly Excerpt[], limit: number): Excerpt[] {
    const taken: Excerpt[] = [];
    for (const excerpt of excerpts) {
      if (taken.length >= limit) break;
      if (this.#takeOne(excerpt.text)) taken.push(excerpt);
    }
    return taken;
  }

  /** Returns true if a text repeats something in the summary. */
  has(text: string): boolean {
    return this.#has(gistOf(text));
  }

  #has(gist: Gist): boolean {
    return this.#taken.some((other) => isRepeated(gist, other));
  }

  #takeOne(text: string): boolean {
    const gist = gistOf(text);
    if (this.#has(gist)) return false;
    this.#taken.push(gist);
    return true;
  }
}

function gistOf(text: string): Gist {
  return { words: new Set(longWords(text)), numbers: new Set(text.match(/\d+(?:[.,]\d+)*/g)) };
}

/** Lines that share this much of the shorter one's words are repetitions. */
const REPEATED_SHARE = 0.8;

/** Shorter lines also occur within longer, more informative ones. */
const FEW_WORDS = 4;

/** Returns true if the longer text has the words and the numbers of the shorter one. */
function isRepeated(a: Gist, b: Gist): boolean {
  const [small, large] = a.words.size < b.words.size ? [a, b] : [b, a];
  if (small.words.size < FEW_WORDS && small.words.size < large.words.size) return false;
  if (small.numbers.size > 0 && [...small.numbers].some((number) => !large.numbers.has(number))) return false;
  let shared = 0;
  for (const word of small.words) if (large.words.has(word)) shared += 1;
  return shared >= small.words.size * REPEATED_SHARE;
}
