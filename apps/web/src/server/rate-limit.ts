import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { millisecondsInHour } from "date-fns/constants";
import type { Context } from "./context";

/**
 * Counters of a limit. Strangers choose its keys (addresses, names of accounts): a map with a counter
 * for each would grow with what they send, or forget somebody's attempts to make room. This table has
 * one size, and forgets nobody. The price: a key shares its counter with another of n live ones with
 * chance n/65,536, which is 0.5 % at 300 (that some two of those 300 share one is about even odds),
 * and both together have the attempts of one.
 */
const COUNTERS = 2 ** 16;

/** Counts attempts by key, in windows of a fixed length, in the memory of this process. */
export class RateLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #counts = new Uint32Array(COUNTERS);
  /**
   * When the window of each counter ends, in milliseconds of a clock that only goes on:
   * one that is set back would lock people out.
   */
  readonly #ends = new Float64Array(COUNTERS);
  /** Nobody can find keys that share a counter with somebody else's. */
  readonly #salt = randomBytes(16);

  /**
   * @param limit    attempts of a key in one window.
   * @param windowMs length of a window, in milliseconds.
   */
  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /**
   * Counts an attempt.
   *
   * @param now in milliseconds, of a clock that only goes on.
   * @returns null where it may go on, else after how many seconds to come again.
   */
  take(key: string, now = performance.now()): number | null {
    const counter = this.#counterOf(key);
    const known = this.#ends[counter] ?? 0;
    const end = known > now ? known : now + this.#windowMs;
    const count = (known > now ? (this.#counts[counter] ?? 0) : 0) + 1;
    this.#ends[counter] = end;
    this.#counts[counter] = count;
    return count > this.#limit ? Math.ceil((end - now) / 1_000) : null;
  }

  /**
   * Takes an attempt back: it turned out to be whom it said. Those before it
   * stay, since another key may share the counter.
   */
  giveBack(key: string): void {
    const counter = this.#counterOf(key);
    this.#counts[counter] = Math.max(0, (this.#counts[counter] ?? 0) - 1);
  }

  #counterOf(key: string): number {
    return createHash("sha256").update(this.#salt).update(key).digest().readUInt16BE();
  }
}

/** Refuses with 429 what comes too often. */
export function requireRate(
  limit: RateLimit,
  key: string,
  { responseHeaders }: Pick<Context, "responseHeaders">,
): void {
  const seconds = limit.take(key);
  if (seconds === null) return;
  responseHeaders?.set("retry-after", String(seconds));
  throw new TRPCError({
    code: "TOO_MANY_REQUESTS",
    message: `Too many attempts. Try again in ${seconds} s.`,
  });
}

/** What one person changes within an hour where each change is a row of the audit log. */
const changes = new RateLimit(200, millisecondsInHour);

/** Refuses what nobody does by hand: it would fill the audit log, from which nothing is taken. */
export function requireHandPace(ctx: { user: { id: string } } & Pick<Context, "responseHeaders">): void {
  requireRate(changes, ctx.user.id, ctx);
}
