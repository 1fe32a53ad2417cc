import type { SourceMinute } from "@baton/db/write";
import type { BatchCounts } from "../pipeline/ingest-context";

const MINUTE_MILLISECONDS = 60_000;

/** Counts the bytes read per source and minute until the database stores them. */
export class SourceMetrics {
  #minutes = new Map<string, SourceMinute>();

  /** Adds a batch to the current minute. Ignores batches without bytes. */
  count({ workspaceId, sourceId }: { workspaceId: string; sourceId: number }, counts: BatchCounts): void {
    if (counts.byteCount === 0) return;
    const minute = new Date(Math.floor(Date.now() / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS);
    const { lineCount, byteCount, eventCount, quarantinedCount } = counts;
    this.#add({ workspaceId, sourceId, minute, lineCount, byteCount, eventCount, quarantinedCount });
  }

  /** Returns the counts and resets them. */
  take(): readonly SourceMinute[] {
    const minutes = [...this.#minutes.values()];
    this.#minutes = new Map();
    return minutes;
  }

  /** Adds counts back that could not be stored. */
  putBack(minutes: readonly SourceMinute[]): void {
    for (const minute of minutes) this.#add(minute);
  }

  #add(minute: SourceMinute): void {
    const key = JSON.stringify([minute.workspaceId, minute.sourceId, minute.minute]);
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
