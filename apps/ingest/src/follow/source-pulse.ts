import type { Database } from "@baton/db";
import { dropOldMinutes, noteSourcePulse, type SourceMinute } from "@baton/db/write";
import type { BatchCounts } from "../pipeline/ingest-context";
import type { Lag } from "./file-queue";

const BEAT_MILLISECONDS = 5_000;
const MINUTE = 60_000;
const BEATS_BETWEEN_CLEANINGS = 720;

/**
 * Tells the database now and then what was read of each source, and how far each is behind: for people who look. It stands beside the
 * rows and not with them, so that no batch waits for another's count; what a killed process had not told yet is missing from a rate.
 */
export class SourcePulse {
  readonly #db: Database;
  readonly #lags: () => Lag[];
  readonly #onFailure: (doing: string, error: unknown) => void;
  #minutes = new Map<string, SourceMinute>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: Promise<void> = Promise.resolve();
  #beatCount = 0;

  constructor(db: Database, lags: () => Lag[], onFailure: (doing: string, error: unknown) => void) {
    this.#db = db;
    this.#lags = lags;
    this.#onFailure = onFailure;
  }

  count({ workspaceId, sourceId }: { workspaceId: string; sourceId: number }, counts: BatchCounts): void {
    if (counts.byteCount === 0) return;
    const minute = new Date(Math.floor(Date.now() / MINUTE) * MINUTE);
    const key = JSON.stringify([workspaceId, sourceId, minute]);
    const { lineCount, byteCount, eventCount, quarantinedCount } = counts;
    this.#add(key, { workspaceId, sourceId, minute, lineCount, byteCount, eventCount, quarantinedCount });
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
    const minutes = this.#minutes;
    this.#minutes = new Map();
    try {
      await noteSourcePulse(this.#db, { minutes: [...minutes.values()], lags: this.#lags() });
    } catch (error) {
      this.#onFailure("noting rates and lag", error);
      for (const [key, minute] of minutes) this.#add(key, minute);
      return;
    }
    try {
      if (this.#beatCount % BEATS_BETWEEN_CLEANINGS === 0) await dropOldMinutes(this.#db);
      this.#beatCount += 1;
    } catch (error) {
      this.#onFailure("forgetting old rates", error);
    }
  }

  #add(key: string, minute: SourceMinute): void {
    const sum = this.#minutes.get(key);
    if (!sum) {
      this.#minutes.set(key, minute);
      return;
    }
    sum.lineCount += minute.lineCount;
    sum.byteCount += minute.byteCount;
    sum.eventCount += minute.eventCount;
    sum.quarantinedCount += minute.quarantinedCount;
  }
}
