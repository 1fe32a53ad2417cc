import "server-only";
import { TRPCError } from "@trpc/server";
import PQueue from "p-queue";

/** Queries of a user that may wait or run. */
const MAX_PENDING = 50;

interface Limiter {
  queue: PQueue;
  /** Queries of each user that wait or run. */
  pending: Map<string, number>;
}

/**
 * Stored on the process, because pages and route handlers are separate bundles, each with a copy of this
 * module.
 */
const shared: typeof globalThis & { batonLimiter?: Limiter } = globalThis;

/**
 * Runs a query that takes a second of CPU or some hundred megabytes, such as a whole session, two at a time in
 * this process. Users take turns: the first query of one comes before the second of another.
 *
 * @param signal ends the wait when the client disconnects; null without one.
 * @throws TRPCError `TOO_MANY_REQUESTS` if the user has 50 pending, `CLIENT_CLOSED_REQUEST`.
 */
export async function limitLarge<Result>(
  userId: string,
  signal: AbortSignal | null,
  run: () => Promise<Result>,
): Promise<Result> {
  shared.batonLimiter ??= { queue: new PQueue({ concurrency: 2 }), pending: new Map() };
  const { queue, pending } = shared.batonLimiter;
  const own = pending.get(userId) ?? 0;
  if (own >= MAX_PENDING) {
    const message = "Too many large requests are waiting. Try again in a moment.";
    throw new TRPCError({ code: "TOO_MANY_REQUESTS", message });
  }
  pending.set(userId, own + 1);
  try {
    return await queue.add(run, { priority: -own, signal: signal ?? undefined });
  } catch (error) {
    if (!signal?.aborted) throw error;
    throw new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "The client disconnected.", cause: error });
  } finally {
    const left = (pending.get(userId) ?? 0) - 1;
    if (left > 0) pending.set(userId, left);
    else pending.delete(userId);
  }
}
