import { getAuditHead, isRetentionPending, listAuditedWorkspaces } from "@baton/db";
import { removeColdFiles } from "@baton/services/cold/remove-cold-files";
import { applyRetention } from "@baton/services/erasure/apply-retention";
import { runErasures } from "@baton/services/erasure/run-erasures";
import type { IngestContext } from "../pipeline/ingest-context";
import { clearPartitions } from "../pipeline/month-partitions";
import { IntervalScheduler } from "../repeat";
import { SteadyClock } from "./steady-clock";

/** Interval for finding new requests. */
const LOOK_MILLISECONDS = 2_000;
/** Interval for deleting the cold files of erased and expired data. */
const COLD_MILLISECONDS = 30_000;
/** Retention counts in days, so checking it hourly is enough. A changed retention is applied at once. */
const RETENTION_MILLISECONDS = 3_600_000;

/** Receives events about the worker. None contain content. */
interface RetentionObserver {
  onErased(erasure: { workspaceId: string; kind: string; sha256: string }): void;
  onRemoved(workspaceId: string, rows: Readonly<Record<string, number>>): void;
  /**
   * Receives the last audit entry of a workspace. A copy outside the database cannot be changed through it.
   */
  onAuditHead(head: { workspaceId: string; sequence: number; hash: string }): void;
  onFailure(doing: string, error: unknown): void;
}

/**
 * Erases data on request, and data older than its workspace's retention. Several processes may do so at once.
 */
export class RetentionWorker {
  readonly #context: IngestContext;
  readonly #observer: RetentionObserver;
  readonly #rounds: IntervalScheduler;
  /** A wrong clock would delete data, so a changed clock must be stable until the next deletion. */
  readonly #clock = new SteadyClock(RETENTION_MILLISECONDS);
  #removesAgainAt = 0;

  constructor(context: IngestContext, observer: RetentionObserver) {
    this.#context = context;
    this.#observer = observer;
    this.#rounds = new IntervalScheduler(observer.onFailure);
  }

  start(): void {
    this.#rounds.start("erasing", LOOK_MILLISECONDS, (signal) => this.#erase(signal));
    this.#rounds.start("deleting expired data", LOOK_MILLISECONDS, (signal) => this.#removeOld(signal));
    this.#rounds.start("deleting cold files", COLD_MILLISECONDS, async () => {
      await removeColdFiles(this.#context.db);
    });
  }

  /** Resolves when the current batch is committed. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #erase(signal: AbortSignal): Promise<void> {
    for (const { workspaceId, kind, subjectSha256 } of await runErasures(this.#context.db, { signal })) {
      this.#observer.onErased({ workspaceId, kind, sha256: subjectSha256 });
    }
  }

  async #removeOld(signal: AbortSignal): Promise<void> {
    const { db } = this.#context;
    if (!this.#clock.isSteady()) return;
    if (performance.now() < this.#removesAgainAt && !(await isRetentionPending(db))) return;
    const removed = await applyRetention(db, { signal });
    for (const [workspaceId, rows] of removed) this.#observer.onRemoved(workspaceId, rows);
    // Their partitions may have been dropped here or by another process.
    clearPartitions(this.#context);
    for (const workspaceId of await listAuditedWorkspaces(db)) {
      const head = await getAuditHead(db, { workspaceId });
      if (head) this.#observer.onAuditHead({ workspaceId, ...head });
    }
    // Failed work is retried in the next run.
    this.#removesAgainAt = performance.now() + RETENTION_MILLISECONDS;
  }
}
