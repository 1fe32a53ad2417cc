import type { Socket } from "node:net";
import { beforeRequests } from "./before-requests";
import type { Turns } from "./turns";

/** The header by which the answer to a request is found again; what a client says there is written over. */
const ANSWER = "x-answer";

/**
 * A connection over which nothing went for so long is closed: an answer that
 * nobody reads stays in memory. In milliseconds.
 */
const SILENCE_LIMIT_MILLISECONDS = 120_000;

/** Kept on the process: bundles of pages and of handlers each have a copy of this module. */
const shared: typeof globalThis & { batonAnswers?: Map<string, AbortSignal> } = globalThis;

/** Has it noted when the answer to each request was sent. */
export function noteAnswers(): void {
  const answers = new Map<string, AbortSignal>();
  shared.batonAnswers = answers;
  /** What ends with each connection: an answer that waits behind another one on it is not told of its end. */
  const open = new WeakMap<Socket, Set<() => void>>();
  const endsOf = (socket: Socket) => {
    const known = open.get(socket);
    if (known) return known;
    const ends = new Set<() => void>();
    open.set(socket, ends);
    socket.once("close", () => {
      for (const end of ends) end();
    });
    return ends;
  };
  let count = 0;
  beforeRequests((request, response) => {
    request.socket.setTimeout(SILENCE_LIMIT_MILLISECONDS);
    count += 1;
    const id = String(count);
    request.headers[ANSWER] = id;
    const sent = new AbortController();
    answers.set(id, sent.signal);
    const end = () => {
      open.get(request.socket)?.delete(end);
      answers.delete(id);
      sent.abort();
    };
    endsOf(request.socket).add(end);
    response.once("close", end);
  });
}

/**
 * @returns what ends when the whole answer to a request was sent, or whoever asked has left; null for a
 *   request that did not come over a network.
 */
export function answerSent(headers: Headers): AbortSignal | null {
  const id = headers.get(ANSWER);
  if (id === null) return null;
  return shared.batonAnswers?.get(id) ?? AbortSignal.abort();
}

/** Does something at the end of a signal; at once where it has ended, or there is none. */
export function whenEnded(signal: AbortSignal | null, act: () => void): void {
  if (!signal || signal.aborted) act();
  else signal.addEventListener("abort", act, { once: true });
}

/**
 * Answers in a turn, which lasts until all of the answer was sent: one that nobody reads is held in memory.
 *
 * @param headers of the request.
 * @throws as `Turns.take`, and whatever `answer` throws.
 */
export async function inTurnUntilSent<Answer>(
  turns: Turns,
  asker: string,
  headers: Headers,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const sent = answerSent(headers);
  const end = await turns.take(asker, sent);
  try {
    return await answer();
  } finally {
    whenEnded(sent, end);
  }
}
