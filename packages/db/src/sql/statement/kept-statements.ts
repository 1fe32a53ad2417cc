/**
 * Limit for kept statements in characters: PostgreSQL needs about fifty bytes for each, on every connection.
 */
const MAX_CHARACTERS = 1_000_000;
/** Every connection is replaced within an hour (postgres, `max_lifetime`) and starts without statements. */
const PERIOD_MILLISECONDS = 3_600_000;

/**
 * Chooses the statements to keep prepared. Charts create tens of thousands of statements, by filter, time
 * zone and position of the range in its weeks, and connections never forget one. Keeps the first ones of each
 * hour.
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
