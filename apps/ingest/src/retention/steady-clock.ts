/** More than this between two looks, and a clock was set; less is how one is put right little by little. */
const STEP_MILLISECONDS = 60_000;

/**
 * Whether the clock of the wall can be believed where something would be lost for good by
 * believing it: it has gone on as time has, for some while. A clock that stood wrong before
 * anybody looked at it cannot be told from one that is right.
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
