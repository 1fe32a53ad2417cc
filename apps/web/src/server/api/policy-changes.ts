import { EventEmitter } from "node:events";
import { type Listener, listenForPolicies } from "@baton/db";

const EVERY_WORKSPACE = Symbol("every workspace");

/**
 * Notifies waiting requests that a workspace's policy may have changed, with one
 * connection to PostgreSQL for all of them.
 */
export class PolicyChanges {
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
   * Watches a workspace from now on. Look at the policy after this, then wait: so no change falls in between.
   *
   * @returns `next`, which waits for a change since, at most until `signal` ends it; then it gives false.
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
    this.#listener ??= this.#listen();
    await this.#listener.ready;
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

  #listen(): Listener {
    return listenForPolicies(this.#url, {
      onPolicy: (workspaceId) => this.#emitter.emit(eventOf(workspaceId)),
      onConnect: () => this.#emitter.emit(EVERY_WORKSPACE),
      onFailure: this.#onFailure,
    });
  }
}

/** A workspace may be called `error`, or by another name that an emitter has a meaning of its own for. */
function eventOf(workspaceId: string): string {
  return `policy of ${workspaceId}`;
}
