import { setTimeout as sleep } from "node:timers/promises";

interface Repetition {
  /** Between the end of one round and the beginning of the next. */
  restMilliseconds: number;
  /** Ends the rest at once, and the rounds after the one at hand. */
  signal: AbortSignal;
  /** A round failed, and was not being stopped: the next may do better. */
  onFailure(error: unknown): void;
}

/**
 * Runs work at once and again after each pause. Resolves when it is stopped and the current run has ended.
 */
export async function repeat(
  work: () => Promise<void>,
  { restMilliseconds, signal, onFailure }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
    await sleep(restMilliseconds, null, { signal }).catch(() => {});
  }
}

/** Kinds of work that are done round by round, each at its own pace, until all of them are stopped. */
export class IntervalScheduler {
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];

  /** @param onFailure receives the name of work that failed; the next run may succeed. */
  constructor(onFailure: (doing: string, error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * @param doing name of the work for error messages ("erasing").
   * @param work one run; the signal asks it to end soon.
   */
  start(doing: string, restMilliseconds: number, work: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#stopping;
    const onFailure = (error: unknown) => this.#onFailure(doing, error);
    this.#running.push(repeat(() => work(signal), { restMilliseconds, signal, onFailure }));
  }

  /** Resolves when the current runs finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}
