/** More than this between two looks, and a clock was set; less is how one is put right little by little. */
const STEP_MILLISECONDS = 60_000;

/**
 * Decides if the system clock can be trusted for deletions: it has run at the speed of the monotonic clock
 * for a while. It cannot detect a clock that was already wrong at the start.
 */
export class SteadyClock {
  readonly #patience: number;
  #ahead = Date.now() - performance.now();
  #steppedAt = Number.NEGATIVE_INFINITY;

  /** @param patience for how long a clock that was set is not believed, in milliseconds. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Looks at it: what is set forth and back between two looks is not seen. */
  isSteady(): boolean {
    const ahead = Date.now() - performance.now();
    if (Math.abs(ahead - this.#ahead) > STEP_MILLISECONDS) this.#steppedAt = performance.now();
    this.#ahead = ahead;
    return performance.now() - this.#steppedAt >= this.#patience;
  }
}
