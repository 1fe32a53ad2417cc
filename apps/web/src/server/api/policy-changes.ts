import { EventEmitter } from "node:events";
import { type ApiKey, type Listener, listenForPolicies } from "@baton/db";
import { AnnouncedCache } from "./announced-cache";
import type { LivePolicy } from "./live-policy";

const EVERY_WORKSPACE = Symbol("every workspace");

/**
 * Notifies waiting requests that a workspace's policy may have changed, and caches what each request needs
 * until it changes, with one connection to PostgreSQL for all of them.
 */
export class PolicyChanges {
  /** Valid API keys by the hash of their token. */
  readonly keys = new AnnouncedCache<ApiKey | null>(() => this.#start());
  /** Live policies by workspace. */
  readonly policies = new AnnouncedCache<LivePolicy | null>(() => this.#start());
  readonly #url: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();
  #listener: Listener | null = null;

  /** @param url `postgres://…` */
  constructor(url: string, onFailure: (error: unknown) => void) {
    this.#url = url;
    this.#onFailure = onFailure;
  }

  /**
   * Watches a workspace from now on. Read the policy after this call and then wait, so that no change is
   * missed.
   * @returns `next`, which resolves to true after a change, or to false when `signal` ends it.
   */
  async watch(workspaceId: string, signal: AbortSignal): Promise<{ next: () => Promise<boolean> }> {
    const ended = AbortSignal.any([signal, this.#closing.signal]);
    let hasChanged = false;
    let wake = () => {};
    const onChange = () => {
      hasChanged = true;
      wake();
    };
    this.#emitter.on(eventOf(workspaceId), onChange).on(EVERY_WORKSPACE, onChange);
    const stop = () => {
      this.#emitter.off(eventOf(workspaceId), onChange).off(EVERY_WORKSPACE, onChange);
      wake();
    };
    if (ended.aborted) stop();
    else ended.addEventListener("abort", stop, { once: true });
    await this.#start()?.ready;
    return {
      next: async () => {
        if (!hasChanged && !ended.aborted) await new Promise<void>((resolve) => (wake = resolve));
        const wasChanged = hasChanged;
        hasChanged = false;
        return wasChanged && !ended.aborted;
      },
    };
  }

  /** Ends all waits and the connection. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listener?.close();
  }

  #start(): Listener | null {
    if (!this.#closing.signal.aborted) this.#listener ??= this.#listen();
    return this.#listener;
  }

  #listen(): Listener {
    return listenForPolicies(this.#url, {
      onPolicy: (workspaceId) => {
        for (const cache of [this.keys, this.policies]) cache.drop(workspaceId);
        this.#emitter.emit(eventOf(workspaceId));
      },
      onConnect: () => {
        this.#resetCaches(true);
        this.#emitter.emit(EVERY_WORKSPACE);
      },
      onDisconnect: () => this.#resetCaches(false),
      onFailure: this.#onFailure,
    });
  }

  #resetCaches(isAnnounced: boolean): void {
    for (const cache of [this.keys, this.policies]) cache.reset(isAnnounced);
  }
}

/**
 * Returns an event name: a workspace may be called `error`, or another name with a special meaning for
 * emitters.
 */
function eventOf(workspaceId: string): string {
  return `policy of ${workspaceId}`;
}
