import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { countTokens, ENCODINGS, type Encoding } from "../tokens/count-tokens";

/** What the worker is asked; it answers with the number of tokens. */
export interface CountRequest {
  readonly text: string;
  readonly encoding: Encoding;
}

/** In UTF-16 code units: to count as much takes ten milliseconds or so. */
const LARGE = 256 * 1024;

/**
 * Counts tokens without keeping an event loop waiting: a text of more than 256 Ki UTF-16 code units in a
 * worker thread, a shorter one at once. The thread starts with the first large text, stays for the next one,
 * which is spared reading the vocabulary, and keeps no process alive. In a program that was bundled it is
 * `count-worker.mjs`, beside the program.
 */
export class TokenCounter implements AsyncDisposable {
  readonly #closing = new AbortController();
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * What `countTokens` gives. Large texts are counted one after another, in the order of the calls.
   *
   * @param options.encoding the first of `ENCODINGS` where none is named.
   * @param options.signal ends the count, also when it is under way; one
   *   that still waits ends when its turn comes.
   * @returns a whole number of tokens.
   * @throws the reason of `signal`; an AbortError once `close` was
   *   called; what keeps the worker from starting.
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

  /** Ends the thread, and with it the counts that are not done. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#last;
    await this.#worker?.terminate();
  }

  /** As {@link close}: for `await using`. */
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
      // Nothing but its end stops a thread that counts.
      this.#worker = null;
      await worker.terminate();
      ending.throwIfAborted();
      throw error;
    } finally {
      worker.unref();
    }
  }
}
