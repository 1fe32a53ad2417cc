/** A larger change between two checks means that the clock was set; a smaller one is a gradual correction. */
const STEP_MILLISECONDS = 60_000;

/**
 * Decides if the system clock can be trusted for deletions: it has run at the speed of the monotonic clock
 * for a while. It cannot detect a clock that was already wrong at the start.
 */
export class SteadyClock {
  readonly #patience: number;
  #ahead = Date.now() - performance.now();
  #steppedAt = Number.NEGATIVE_INFINITY;

  /** @param patience milliseconds for which a changed clock is not trusted. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Checks the clock. A clock set forth and back between two checks is not detected. */
  isSteady(): boolean {
    const ahead = Date.now() - performance.now();
    if (Math.abs(ahead - this.#ahead) > STEP_MILLISECONDS) this.#steppedAt = performance.now();
    this.#ahead = ahead;
    return performance.now() - this.#steppedAt >= this.#patience;
  }
}
