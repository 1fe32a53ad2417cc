import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { countTokens } from "../tokens/count-tokens";
import { ENCODINGS, type Encoding } from "../tokens/encoding";

/** Request to the worker, which responds with the number of tokens. */
export interface CountRequest {
  readonly text: string;
  readonly encoding: Encoding;
}

/** In UTF-16 code units; counting this many takes about ten milliseconds. */
const LARGE = 256 * 1024;

/**
 * Counts tokens without blocking the event loop: a text of more than 256 Ki UTF-16 code units in a worker
 * thread, a shorter one directly. The thread starts with the first large text, keeps its vocabulary for the
 * next, and does not keep a process alive. In a bundled program it is `count-worker.mjs`, next to the
 * program.
 */
export class TokenCounter implements AsyncDisposable {
  readonly #closing = new AbortController();
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Returns the result of `countTokens`. Counts large texts one after another, in call order.
   *
   * @param options.encoding the first of `ENCODINGS` by default.
   * @param options.signal aborts the count, also in progress; a waiting one ends when its turn comes.
   * @returns an integer number of tokens.
   * @throws the reason of `signal`; an AbortError after `close`; errors of starting the worker.
   */
  async count(text: string, options: { encoding?: Encoding; signal?: AbortSignal } = {}): Promise<number> {
    const { encoding = ENCODINGS[0], signal } = options;
    this.#closing.signal.throwIfAborted();
    signal?.throwIfAborted();
    if (text.length <= LARGE) return countTokens(text, encoding);
    const ending = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const count = this.#last.then(() => this.#countInWorker({ text, encoding }, ending));
    this.#last = count.catch(() => {});
    return count;
  }

  /** Stops the thread and its unfinished counts. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
    await this.#worker?.terminate();
  }

  /** Like {@link close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #countInWorker(request: CountRequest, ending: AbortSignal): Promise<number> {
    ending.throwIfAborted();
    this.#worker ??= new Worker(new URL("./count-worker.mjs", import.meta.url));
    const worker = this.#worker;
    worker.ref();
    try {
      const answer = once(worker, "message", { signal: ending });
      worker.postMessage(request);
      const [tokens] = await answer;
      return tokens;
    } catch (error) {
      // Only terminating a thread stops its count.
      this.#worker = null;
      await worker.terminate();
      ending.throwIfAborted();
      throw error;
    } finally {
      worker.unref();
    }
  }
}
