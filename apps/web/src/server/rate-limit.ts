import "server-only";
import { TRPCError } from "@trpc/server";
import type { Context } from "./context";

/** More keys than this are not remembered: those that were seen first are forgotten first. */
const MAX_KEYS = 10_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Counts attempts by key, in windows of a fixed length, in the memory of this process. */
export class RateLimit {
  private readonly windows = new Map<string, Window>();

  /**
   * @param limit    attempts of a key in one window.
   * @param windowMs length of a window, in milliseconds.
   */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /**
   * Counts an attempt.
   *
   * @param now in milliseconds.
   * @returns null where it may go on, else after how many seconds to come again.
   */
  take(key: string, now = Date.now()): number | null {
    const known = this.windows.get(key);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + this.windowMs };
    window.count += 1;
    this.windows.delete(key);
    this.windows.set(key, window);
    for (const oldest of this.windows.keys()) {
      if (this.windows.size <= MAX_KEYS) break;
      this.windows.delete(oldest);
    }
    return window.count > this.limit ? Math.ceil((window.endsAt - now) / 1_000) : null;
  }

  /** Forgets the attempts of a key: it turned out to be whom it said. */
  forget(key: string): void {
    this.windows.delete(key);
  }
}

/** Where a request comes from: an address that a proxy names can be made up, so nothing hangs on it alone. */
export function addressOfClient(headers: Headers): string {
  return headers.get("x-forwarded-for")?.split(",")[0]?.trim() || "unknown";
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
    message: `That was tried too often. Try again in ${seconds} s.`,
  });
}
