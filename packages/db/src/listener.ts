import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "./client";

const RETRY_MILLISECONDS = 1_000;

interface Handlers {
  onMessage(payload: string): void;
  /** Called when the listener connects or reconnects: messages before this may be missed. */
  onConnect?(): void;
  /** Called when the connection is lost: messages may be missed from here on. */
  onDisconnect?(): void;
  /** Called if it cannot connect; it tries again every second. */
  onFailure?(error: unknown): void;
}

/** Listens to a PostgreSQL channel on its own connection, and reconnects until it is closed. */
export class Listener {
  /** Resolves when messages arrive or the first attempt has failed. */
  readonly ready: Promise<void>;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  /** @param url `postgres://…` */
  constructor(url: string, channel: string, handlers: Handlers) {
    let setReady = () => {};
    this.ready = new Promise((resolve) => (setReady = resolve));
    this.#running = this.#run(url, channel, handlers, setReady);
  }

  /** Resolves when the connection is closed. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(url: string, channel: string, handlers: Handlers, setReady: () => void): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const client = createClient(url);
      client.on("notification", ({ payload }) => handlers.onMessage(payload ?? ""));
      const ended = once(client, "end", { signal }).catch(() => {});
      try {
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        handlers.onConnect?.();
        setReady();
        await ended;
        handlers.onDisconnect?.();
      } catch (error) {
        if (!signal.aborted) handlers.onFailure?.(error);
        setReady();
        await sleep(RETRY_MILLISECONDS, null, { signal }).catch(() => {});
      }
      await client.end();
    }
  }
}
