import type { Database } from "@baton/db";
import { judgeWaitingHandoffs } from "@baton/db/write";
import { repeat } from "../repeat";

const LOOK_MILLISECONDS = 30_000;
const BATCH_SIZE = 500;

/** Judges, batch by batch, the handoffs that came before the policy that they name, or before handoffs were judged. */
export class DriftBackfill {
  readonly #db: Database;
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(db: Database, onFailure: (doing: string, error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#running = repeat(() => this.#judgeAll(), {
      ...{ restMilliseconds: LOOK_MILLISECONDS, signal: this.#stopping.signal },
      onFailure: (error) => this.#onFailure("judging handoffs that waited for their policy", error),
    });
  }

  /** Comes back when the batch at hand is committed; the others are judged after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #judgeAll(): Promise<void> {
    const { signal } = this.#stopping;
    let judged: number;
    do judged = signal.aborted ? 0 : await judgeWaitingHandoffs(this.#db, { limit: BATCH_SIZE });
    while (judged > 0);
  }
}
