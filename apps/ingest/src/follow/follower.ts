import { setTimeout as sleep } from "node:timers/promises";
import { listAllSources, updateSourceFile } from "@baton/db/write";
import { FileFaults } from "../pipeline/file-faults";
import { ingestBatch } from "../pipeline/ingest-batch";
import type { BatchOutcome, IngestContext } from "../pipeline/ingest-context";
import type { TrackedFile } from "../pipeline/track-files";
import { FileQueue, type Lag } from "./file-queue";
import { type Source, SourceSweep } from "./source-sweep";
import { SourceWatcher } from "./source-watcher";

/** Receives events about a follower's work. None contain content. */
interface FollowObserver {
  onBatch(file: TrackedFile, outcome: Extract<BatchOutcome, { status: "read" }>, seconds: number): void;
  /** Reports a file that could not be read, or an unavailable database. The follower tries again. */
  onFailure(doing: string, error: unknown): void;
}

/** Full checks take at most a fifth of the time, for any number of files. */
const REST_FACTOR = 4;
/** File events arrive in bursts; one sweep handles them all. */
const BURST_MILLISECONDS = 50;
/** While one reader waits for the database, the other parses. */
const READERS = 2;
const BUSY_MILLISECONDS = 250;

/** Waits of a follower, in milliseconds. */
export interface Pace {
  /** Between full checks, because file system events can be lost. */
  readonly sweep: number;
  /** Before a failed read is tried again. */
  readonly retry: number;
}

const PACE: Pace = { sweep: 2_000, retry: 1_000 };

/** Follows all files of all sources, including later ones, until it is stopped. */
export class Follower {
  readonly #context: IngestContext;
  readonly #observer: FollowObserver;
  readonly #isFollowed: (source: Source) => boolean;
  readonly #pace: Pace;
  readonly #queue = new FileQueue();
  readonly #faults = new FileFaults();
  readonly #watcher: SourceWatcher;
  readonly #sweeps = new Map<string, SourceSweep>();
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  /**
   * True if the last read failed because of the database. Then the follower waits, but a single broken file
   * delays nothing.
   */
  #hasJustFailed = false;
  #running: Promise<unknown> = Promise.resolve();

  /** @param options.isFollowed selects the sources to follow; all by default. */
  constructor(
    context: IngestContext,
    observer: FollowObserver,
    { isFollowed = () => true, pace = PACE }: { isFollowed?: (source: Source) => boolean; pace?: Pace } = {},
  ) {
    this.#context = context;
    this.#observer = observer;
    this.#isFollowed = isFollowed;
    this.#pace = pace;
    this.#watcher = new SourceWatcher({
      onChange: () => this.#wake.abort(),
      onFailure: (error) => observer.onFailure("watching for changes", error),
    });
  }

  start(): void {
    const readers = Array.from({ length: READERS }, () => this.#readFiles());
    this.#running = Promise.all([this.#sweepSources(), ...readers]);
  }

  /** Resolves when the current batches are committed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    this.#queue.close();
    await this.#watcher.close();
    await this.#running;
  }

  /** Returns the lag of each source that has one. */
  lags(): Lag[] {
    return this.#queue.lags();
  }

  async #sweepSources(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wake = new AbortController();
      const start = performance.now();
      try {
        await this.#sweep();
      } catch (error) {
        this.#observer.onFailure("looking for changes", error);
      }
      const took = performance.now() - start;
      await this.#pause(BURST_MILLISECONDS + took * REST_FACTOR);
      await sleep(this.#pace.sweep, null, { signal: this.#wake.signal }).catch(() => {});
    }
  }

  async #sweep(): Promise<void> {
    const sources = (await listAllSources(this.#context.db)).filter(this.#isFollowed);
    this.#watcher.watch(sources.map(({ root }) => root));
    const workspaceIds = new Set(sources.map((source) => source.workspaceId));
    for (const workspaceId of this.#sweeps.keys()) {
      if (!workspaceIds.has(workspaceId)) this.#sweeps.delete(workspaceId);
    }
    for (const workspaceId of workspaceIds) {
      const sweep = this.#sweeps.get(workspaceId) ?? new SourceSweep(this.#context.db, workspaceId);
      this.#sweeps.set(workspaceId, sweep);
      const changes = await sweep.findChanges(sources.filter((source) => source.workspaceId === workspaceId));
      for (const file of changes) this.#queue.add(file);
    }
  }

  async #readFiles(): Promise<void> {
    for (let file = await this.#queue.take(); file; file = await this.#queue.take()) {
      try {
        await this.#readBatch(file);
        this.#hasJustFailed = false;
      } catch (error) {
        this.#observer.onFailure(`reading ${file.path}`, error);
        if (await this.#mayTryAgain(file, error)) this.#addLater(file, this.#pace.retry);
        else this.#queue.settle(file);
      }
    }
  }

  async #readBatch(file: TrackedFile): Promise<void> {
    const start = performance.now();
    const outcome = await ingestBatch(this.#faults.contextFor(this.#context, file), file);
    if (outcome.status === "busy") return this.#addLater(file, BUSY_MILLISECONDS);
    this.#faults.forget(file);
    if (outcome.status === "changed") {
      this.#sweeps.get(file.workspaceId)?.trackAgain(file);
      this.#wake.abort();
    }
    if (outcome.status === "not_read") file.notRead = outcome;
    if (outcome.status === "read") {
      file.readOffset = outcome.readOffset;
      this.#observer.onBatch(file, outcome, (performance.now() - start) / 1000);
      if (!outcome.isAtEnd) return this.#queue.add(file);
    }
    this.#queue.settle(file);
  }

  /**
   * Records why a file stopped. If the database failed, waits for it.
   *
   * @returns whether to retry before the file changes.
   */
  async #mayTryAgain(file: TrackedFile, error: unknown): Promise<boolean> {
    const fault = this.#faults.add(file, error);
    if (!fault) {
      const failedBefore = this.#hasJustFailed;
      this.#hasJustFailed = true;
      if (failedBefore) await this.#pause(this.#pace.retry);
      return true;
    }
    const { workspaceId, sourceFileId } = file;
    await updateSourceFile(this.#context.db, { workspaceId, sourceFileId, lastError: fault.message }).catch(
      () => {},
    );
    return !fault.isFinal;
  }

  #addLater(file: TrackedFile, milliseconds: number): void {
    setTimeout(() => this.#queue.add(file), milliseconds).unref();
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, null, { signal: this.#stopping.signal }).catch(() => {});
  }
}
