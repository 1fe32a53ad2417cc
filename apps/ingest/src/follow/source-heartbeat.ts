import type { Database } from "@baton/db";
import { dropOldMinutes, recordSourceHeartbeat } from "@baton/db/write";
import type { Lag } from "./file-queue";
import type { SourceMetrics } from "./source-metrics";

const BEAT_MILLISECONDS = 5_000;
const BEATS_BETWEEN_CLEANINGS = 720;

/**
 * Reports read counts and lag of each source to the database at intervals, for the Ingest page. Runs apart
 * from the batches, so that no batch waits for another's count. A killed process loses its last counts.
 */
export class SourceHeartbeat {
  readonly #db: Database;
  readonly #minutes: SourceMetrics;
  readonly #lags: () => Lag[];
  readonly #onFailure: (doing: string, error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: Promise<void> = Promise.resolve();
  #beatCount = 0;

  constructor(
    db: Database,
    minutes: SourceMetrics,
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

  /** Reports the remaining counts and stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#beat;
    await this.beat();
  }

  /** Reports the current state. Keeps the counts for the next time if the database is unavailable. */
  async beat(): Promise<void> {
    const minutes = this.#minutes.take();
    try {
      await recordSourceHeartbeat(this.#db, { minutes, lags: this.#lags() });
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
