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
 * Does work round by round, at once and then after each rest. Comes back when it
 * was stopped and the round at hand has ended.
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
export class Rounds {
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];

  /** @param onFailure is told what was being done when a round failed; the next may do better. */
  constructor(onFailure: (doing: string, error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * @param doing what the work is, for whoever is told of its failures ("erasing").
   * @param work one round; the signal says that it is to end soon.
   */
  start(doing: string, restMilliseconds: number, work: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#stopping;
    const onFailure = (error: unknown) => this.#onFailure(doing, error);
    this.#running.push(repeat(() => work(signal), { restMilliseconds, signal, onFailure }));
  }

  /** Comes back when the rounds at hand have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}
