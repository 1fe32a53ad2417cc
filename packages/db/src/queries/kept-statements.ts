/**
 * Of the statements that are kept, in characters: PostgreSQL takes
 * some fifty bytes for each, on every connection.
 */
const MAX_CHARACTERS = 1_000_000;
/** Within an hour every connection is made anew (postgres, `max_lifetime`), and has kept none. */
const PERIOD_MILLISECONDS = 3_600_000;

/**
 * Which statements are to be kept prepared. Whoever looks at charts chooses among tens of thousands of texts,
 * by the filter, the zone and how the range lies in its weeks, and connections forget none: those are kept
 * that are asked for first, and from hour to hour others.
 */
export class KeptStatements {
  readonly #texts = new Set<string>();
  #characters = 0;
  #begin = Number.NEGATIVE_INFINITY;

  /** @param now in milliseconds, of any clock that is not set back. */
  keeps(text: string, now: number): boolean {
    if (now - this.#begin >= PERIOD_MILLISECONDS) {
      this.#texts.clear();
      this.#characters = 0;
      this.#begin = now;
    }
    if (this.#texts.has(text)) return true;
    if (this.#characters + text.length > MAX_CHARACTERS) return false;
    this.#characters += text.length;
    this.#texts.add(text);
    return true;
  }
}
