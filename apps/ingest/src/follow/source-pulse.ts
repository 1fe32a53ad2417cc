import type { Database } from "@baton/db";
import { dropOldMinutes, noteSourcePulse } from "@baton/db/write";
import type { Lag } from "./file-queue";
import type { SourceMinutes } from "./source-minutes";

const BEAT_MILLISECONDS = 5_000;
const BEATS_BETWEEN_CLEANINGS = 720;

/**
 * Tells the database now and then what was read of each source, and how far each is behind: for people who
 * look. It stands beside the rows and not with them, so that no batch waits for another's count; what a
 * killed process had not told yet is missing from a rate.
 */
export class SourcePulse {
  readonly #db: Database;
  readonly #minutes: SourceMinutes;
  readonly #lags: () => Lag[];
  readonly #onFailure: (doing: string, error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: Promise<void> = Promise.resolve();
  #beatCount = 0;

  constructor(
    db: Database,
    minutes: SourceMinutes,
    lags: () => Lag[],
    onFailure: (doing: string, error: unknown) => void,
  ) {
    this.#db = db;
    this.#minutes = minutes;
    this.#lags = lags;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#beat = this.beat().finally(() => this.#timer && this.start());
    }, BEAT_MILLISECONDS);
  }

  /** Tells what there is to tell, and stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#beat;
    await this.beat();
  }

  /** Tells the database how things stand; where it is away, the counts wait for the next time. */
  async beat(): Promise<void> {
    const minutes = this.#minutes.take();
    try {
      await noteSourcePulse(this.#db, { minutes, lags: this.#lags() });
    } catch (error) {
      this.#onFailure("noting rates and lag", error);
      this.#minutes.putBack(minutes);
      return;
    }
    try {
      if (this.#beatCount % BEATS_BETWEEN_CLEANINGS === 0) await dropOldMinutes(this.#db);
      this.#beatCount += 1;
    } catch (error) {
      this.#onFailure("forgetting old rates", error);
    }
  }
}
