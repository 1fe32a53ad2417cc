import { EventEmitter } from "node:events";
import { listenForPolicies } from "@baton/db";

/** Requests that may wait at the same time: more are answered at once, as if nothing changed. */
const MAX_WAITING = 2_000;
const RETRY_MILLISECONDS = 1_000;
const EVERY_WORKSPACE = Symbol("every workspace");

type Listener = Awaited<ReturnType<typeof listenForPolicies>>;

/**
 * Tells whoever waits that a workspace's policy may be another one: by one
 * connection to PostgreSQL, however many wait.
 */
export class PolicyChanges {
  readonly #url: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();
  #listening: Promise<Listener | null> | null = null;
  #waiting = 0;

  /** @param url `postgres://…` */
  constructor(url: string, onFailure: (error: unknown) => void) {
    this.#url = url;
    this.#onFailure = onFailure;
  }

  /**
   * Watches a workspace from now on. Look at the policy after this, then wait: so no change falls in between.
   *
   * @returns `next`, which waits for a change since, at most until `signal` ends it; then it gives false.
   */
  async watch(workspaceId: string, signal: AbortSignal): Promise<{ next: () => Promise<boolean> }> {
    if (this.#waiting >= MAX_WAITING) return { next: async () => false };
    const ended = AbortSignal.any([signal, this.#closing.signal]);
    let hasChanged = false;
    let wake = () => {};
    const onChange = () => {
      hasChanged = true;
      wake();
    };
    this.#waiting += 1;
    this.#emitter.on(eventOf(workspaceId), onChange).on(EVERY_WORKSPACE, onChange);
    const stop = () => {
      this.#waiting -= 1;
      this.#emitter.off(eventOf(workspaceId), onChange).off(EVERY_WORKSPACE, onChange);
      wake();
    };
    if (ended.aborted) stop();
    else ended.addEventListener("abort", stop, { once: true });
    await this.#start();
    return {
      next: async () => {
        if (!hasChanged && !ended.aborted) await new Promise<void>((resolve) => (wake = resolve));
        const wasChanged = hasChanged;
        hasChanged = false;
        return wasChanged && !ended.aborted;
      },
    };
  }

  /** Answers everybody who waits, and ends the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    const listener = await this.#listening;
    await listener?.stop();
  }

  /**
   * Resolves when announcements come in, or cannot for now: then whoever waits is told when they do again.
   */
  #start(): Promise<Listener | null> {
    this.#listening ??= this.#listen();
    return this.#listening;
  }

  /**
   * Never rejects: a failure is told of once, and then listening is tried again, however many wait for it.
   */
  async #listen(): Promise<Listener | null> {
    try {
      return await listenForPolicies(this.#url, {
        onPolicy: (workspaceId) => this.#emitter.emit(eventOf(workspaceId)),
        onReconnect: () => this.#emitter.emit(EVERY_WORKSPACE),
      });
    } catch (error) {
      if (this.#closing.signal.aborted) return null;
      this.#onFailure(error);
      setTimeout(() => {
        this.#listening = null;
        if (!this.#closing.signal.aborted) void this.#start();
      }, RETRY_MILLISECONDS).unref();
      return null;
    }
  }
}

/** A workspace may be called `error`, or by another name that an emitter has a meaning of its own for. */
function eventOf(workspaceId: string): string {
  return `policy of ${workspaceId}`;
}
