import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "./problem";

/** Shorter than a minute, so that a client over the limit waits seconds, not a minute. */
const WINDOW_SECONDS = 10;

/** Limits the requests of each API key in this process. */
export class KeyRate {
  readonly #perMinute: number;
  readonly #limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    const points = Math.max(1, Math.round((perMinute * WINDOW_SECONDS) / 60));
    this.#limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
  }

  /** Counts a request. @throws Refusal 429 `too_many_requests`. */
  async count(keyId: string): Promise<void> {
    try {
      await this.#limiter.consume(keyId);
    } catch (excess) {
      if (!(excess instanceof RateLimiterRes)) throw excess;
      const message = `An API key may send ${this.#perMinute} requests per minute.`;
      throw Refusal.forNow(429, "too_many_requests", message, excess.msBeforeNext / 1000);
    }
  }
}
