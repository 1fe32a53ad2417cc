import type { Database } from "@baton/db";
import { judgeWaitingHandoffs } from "@baton/db/write";

const LOOK_MILLISECONDS = 30_000;
const BATCH_SIZE = 500;

/** Judges, batch by batch, the handoffs that came before the policy that they name, or before handoffs were judged. */
export class DriftBackfill {
  readonly #db: Database;
  readonly #onFailure: (doing: string, error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(db: Database, onFailure: (doing: string, error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(): void {
    const look = () => {
      this.#looking = this.#looking
        .then(() => this.#judgeAll())
        .catch((error) => this.#onFailure("judging handoffs that waited for their policy", error));
    };
    this.#timer = setInterval(look, LOOK_MILLISECONDS);
    look();
  }

  /** Comes back when the batch at hand is committed; the others are judged after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #judgeAll(): Promise<void> {
    let judged: number;
    do judged = this.#isStopping ? 0 : await judgeWaitingHandoffs(this.#db, { limit: BATCH_SIZE });
    while (judged > 0);
  }
}
