import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { millisecondsInHour } from "date-fns/constants";
import type { Context } from "./context";

/**
 * Number of counters of a limit. Strangers choose its keys (addresses, account names): a map with a counter
 * for each would grow without limit, or drop attempts to make room. This table has a fixed size and drops
 * none. The price: with n live keys, a key shares its counter with probability n/65,536 (0.5 % at 300; the
 * chance that some two of those 300 share one is about even), and both together get the attempts of one.
 */
const COUNTERS = 2 ** 16;

/** Counts attempts by key, in windows of a fixed length, in the memory of this process. */
export class RateLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #counts = new Uint32Array(COUNTERS);
  /**
   * End of each counter's window, in milliseconds of a monotonic clock:
   * a clock that is set back would lock users out.
   */
  readonly #ends = new Float64Array(COUNTERS);
  /** Prevents attackers from finding keys that share another user's counter. */
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
   * @param now in milliseconds, of a monotonic clock.
   * @returns null if allowed, else the seconds until the next try.
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
   * Returns an attempt that was successful. Earlier ones stay counted, because another key may share the
   * counter.
   */
  giveBack(key: string): void {
    const counter = this.#counterOf(key);
    this.#counts[counter] = Math.max(0, (this.#counts[counter] ?? 0) - 1);
  }

  #counterOf(key: string): number {
    return createHash("sha256").update(this.#salt).update(key).digest().readUInt16BE();
  }
}

/** Counts an attempt, and rejects it with 429 beyond the limit. */
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

/** Maximum changes per user and hour, if each change adds an entry to the audit log. */
const changes = new RateLimit(200, millisecondsInHour);

/** Rejects a faster pace than manual work, since it would fill the append-only audit log. */
export function requireHandPace(ctx: { user: { id: string } } & Pick<Context, "responseHeaders">): void {
  requireRate(changes, ctx.user.id, ctx);
}
