import { TRPCError } from "@trpc/server";

/** Streams that somebody may have open on this server: more than anybody has pages. */
const MAX_STREAMS = 100;

/** How many streams are open, by who opened them; nobody who has none is in it. */
const counts = new Map<string, number>();

/**
 * Counts a stream of somebody. What is open costs memory as long as it is.
 *
 * @returns what ends the counting.
 * @throws TRPCError `TOO_MANY_REQUESTS`.
 */
export function countStream(userId: string): () => void {
  const count = counts.get(userId) ?? 0;
  if (count >= MAX_STREAMS) {
    throw new TRPCError({
      code: "TOO_MANY_REQUESTS",
      message: `${MAX_STREAMS} pages are open already. Close one and reload.`,
    });
  }
  counts.set(userId, count + 1);
  return () => {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  };
}
