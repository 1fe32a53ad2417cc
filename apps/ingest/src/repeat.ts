import { setTimeout as sleep } from "node:timers/promises";

export interface Repetition {
  /** Between the end of one round and the beginning of the next. */
  restMilliseconds: number;
  /** Ends the rest at once, and the rounds after the one at hand. */
  signal: AbortSignal;
  /** A round failed, and was not being stopped: the next may do better. */
  onFailure(error: unknown): void;
}

/** Does work round by round, at once and then after each rest. Comes back when it was stopped and the round at hand has ended. */
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
