import type { Database } from "@baton/db";
import { lookAtNextAlert } from "@baton/db/write";
import { repeat } from "../repeat";

/** How soon a new or changed alert is looked at. What was looked at rests for longer. */
const LOOK_MILLISECONDS = 10_000;

/** Looks at the figures that people want to be told of. Any number of them may work on one database. */
export class AlertWatch {
  readonly #db: Database;
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(db: Database, onFailure: (doing: string, error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#running = repeat(() => this.look(Date.now()), {
      ...{ restMilliseconds: LOOK_MILLISECONDS, signal: this.#stopping.signal },
      onFailure: (error) => this.#onFailure("looking at alerts", error),
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Looks at every alert that is due. @param now milliseconds since 1970. */
  async look(now: number): Promise<void> {
    while (!this.#stopping.signal.aborted && (await lookAtNextAlert(this.#db, now))) {
      // Each in a transaction of its own.
    }
  }
}
