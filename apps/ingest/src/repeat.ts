import { setTimeout as sleep } from "node:timers/promises";

interface Repetition {
  /** Pause between two runs, in milliseconds. */
  restMilliseconds: number;
  /** Ends the pause at once, and prevents further runs after the current one. */
  signal: AbortSignal;
  /** Reports that a run failed without being stopped. The next run may succeed. */
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

/** Runs several kinds of work repeatedly, each at its own interval, until all are stopped. */
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
