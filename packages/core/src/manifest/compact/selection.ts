import { longWords } from "../../long-words";
import type { Excerpt } from "./source-text";

/** Texts already in a summary, to avoid repetitions in other words. */
export class Selection {
  readonly #taken: ReadonlySet<string>[] = [];

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
    return this.#has(new Set(longWords(text)));
  }

  #has(words: ReadonlySet<string>): boolean {
    return this.#taken.some((other) => isRepeated(words, other));
  }

  #takeOne(text: string): boolean {
    const words = new Set(longWords(text));
    if (this.#has(words)) return false;
    this.#taken.push(words);
    return true;
  }
}

/** Lines that share this much of the shorter one's words are repetitions. */
const REPEATED_SHARE = 0.75;

/** Shorter lines also occur within longer, more informative ones. */
const FEW_WORDS = 4;

function isRepeated(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < FEW_WORDS && small.size < large.size) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared >= small.size * REPEATED_SHARE;
}
