import "server-only";
import { TRPCError } from "@trpc/server";
import PQueue from "p-queue";

/** Maximum large queries at a time in this process; one per user. */
const ALL_AT_ONCE = 2;
const MAX_WAITING = 50;

interface Queues {
  all: PQueue;
  byUser: Map<string, PQueue>;
}

/**
 * Stored on the process, because pages and route handlers are separate bundles, each with a copy of this
 * module.
 */
const shared: typeof globalThis & { batonLargeQueues?: Queues } = globalThis;

/**
 * Runs a query that takes a second of CPU or some hundred megabytes, such as a whole session, when
 * it is the user's turn: many queries of one user do not delay other users.
 *
 * @param signal ends the wait when the client disconnects; null without one.
 * @throws TRPCError `TOO_MANY_REQUESTS` if the user has 50 waiting, `CLIENT_CLOSED_REQUEST`.
 */
export async function limitLarge<Result>(
  userId: string,
  signal: AbortSignal | null,
  run: () => Promise<Result>,
): Promise<Result> {
  shared.batonLargeQueues ??= { all: new PQueue({ concurrency: ALL_AT_ONCE }), byUser: new Map() };
  const { all, byUser } = shared.batonLargeQueues;
  const own = byUser.get(userId) ?? new PQueue({ concurrency: 1 });
  if (own.size >= MAX_WAITING) {
    const message = "Too many large requests are waiting. Try again in a moment.";
    throw new TRPCError({ code: "TOO_MANY_REQUESTS", message });
  }
  byUser.set(userId, own);
  try {
    return await own.add(() => all.add(run, { signal: signal ?? undefined }), {
      signal: signal ?? undefined,
    });
  } catch (error) {
    if (!signal?.aborted) throw error;
    throw new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "The client disconnected.", cause: error });
  } finally {
    if (own.size === 0 && own.pending === 0) byUser.delete(userId);
  }
}
