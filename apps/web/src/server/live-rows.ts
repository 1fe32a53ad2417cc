import "server-only";
import { EventEmitter, on } from "node:events";
import { type Listener, listenForRows, type RowsNotification } from "@baton/db";
import { env } from "@/env";
import { log } from "./log";
import { noteAnnounced } from "./replica";

/** New rows of a workspace; null means that some may have been missed, so refetch everything. */
interface LiveRows {
  id: string;
  rows: RowsNotification | null;
}

const EVENT = "rows";

/** Distributes the announcements of one PostgreSQL connection to every open page of this process. */
class LiveRowsBus {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private readonly closing = new AbortController();
  private readonly startedAt = Date.now();
  private count = 0;
  /** Number of each workspace's last announcement, and of the last one for all workspaces. */
  private readonly latest = new Map<string, number>();
  private latestForAll = 0;
  private listener: Listener | null = null;

  constructor() {
    // Next stops only when the last connection is closed, and an open page keeps a stream open.
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void this.close());
  }

  /** Returns the current position of the announcements. Pass it to `follow` to detect missed ones. */
  mark(): string {
    this.start();
    return `${this.startedAt}-${this.count}`;
  }

  /**
   * Yields new rows of a workspace, since `lastId` if given,
   * until `signal` or the process ends.
   */
  async *follow(workspaceId: string, lastId: string | null, signal: AbortSignal): AsyncGenerator<LiveRows> {
    this.start();
    const ended = AbortSignal.any([signal, this.closing.signal]);
    const messages = on(this.emitter, EVENT, { signal: ended });
    if (lastId !== null && this.hasNewsSince(workspaceId, lastId)) yield { id: this.mark(), rows: null };
    try {
      for await (const [message] of messages) {
        const live: LiveRows = message;
        if (live.rows === null || live.rows.workspaceId === workspaceId) yield live;
      }
    } catch (error) {
      if (!ended.aborted) throw error;
    }
  }

  private async close(): Promise<void> {
    this.closing.abort();
    await this.listener?.close();
  }

  private start(): void {
    this.listener ??= listenForRows(env().DATABASE_URL, {
      onRows: (rows) => this.announceNoted(rows),
      onConnect: () => this.announceNoted(null),
      onFailure: (error) => log.error("listening for new rows failed, retrying", { error }),
    });
  }

  /** Subscribers query at once, so first make sure that their database has the rows. */
  private announceNoted(rows: RowsNotification | null): void {
    void noteAnnounced().then(() => this.announce(rows));
  }

  private announce(rows: RowsNotification | null): void {
    this.count += 1;
    if (rows === null) this.latestForAll = this.count;
    else this.latest.set(rows.workspaceId, this.count);
    this.emitter.emit(EVENT, { id: this.mark(), rows } satisfies LiveRows);
  }

  private hasNewsSince(workspaceId: string, id: string): boolean {
    const [startedAt, count] = id.split("-").map(Number);
    if (startedAt !== this.startedAt || count === undefined) return true;
    return Math.max(this.latest.get(workspaceId) ?? 0, this.latestForAll) > count;
  }
}

/**
 * Stored on the process like the pool, so that several bundles of this module share one listening connection.
 */
const shared: typeof globalThis & { batonLiveRows?: LiveRowsBus } = globalThis;

/** Returns the announcements of this process. */
export function liveRows(): LiveRowsBus {
  shared.batonLiveRows ??= new LiveRowsBus();
  return shared.batonLiveRows;
}
