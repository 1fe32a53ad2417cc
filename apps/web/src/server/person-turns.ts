import "server-only";
import { after } from "next/server";
import { Turns } from "./turns";

/** What one person asks for at once: as much as a browser does. */
const requests = new Turns({ atOnce: 4, waiting: 200 });

/** What takes a second of the server and some hundred megabytes, where whoever writes logs wants it so. */
const largeOfPerson = new Turns({ atOnce: 1, waiting: 50 });
const largeOfAll = new Turns({ atOnce: 2, waiting: Number.POSITIVE_INFINITY });

/**
 * Waits until a person's request is to be answered: whoever asks for much at once waits for themselves, and nobody else does. A route
 * handler has its turn until all of the answer was sent: one that nobody takes is held in memory.
 *
 * @throws as `Turns.take`.
 */
export async function takeRequestTurn(userId: string, signal: AbortSignal): Promise<void> {
  after(await requests.take(userId, signal));
}

/** The same for a page. @param rendered ends with the rendering, and its turn with it. */
export async function takePageTurn(userId: string, rendered: AbortSignal): Promise<void> {
  await requests.take(userId, rendered);
}

/** The same for what is large, a session as a whole or a page of outlines: one of each person at once, and of all together two. */
export function inLargeTurn<Result>(
  userId: string,
  signal: AbortSignal | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  return largeOfPerson.run(userId, signal, () => largeOfAll.run("", signal, run));
}
