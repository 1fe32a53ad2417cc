import "server-only";
import type { ServerResponse } from "node:http";
import { getTRPCErrorFromUnknown } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import onHeaders from "on-headers";
import { hasLargeBody } from "./read-body";
import { answerSent, inTurnUntilSent, whenEnded } from "./sent-answers";
import { type EndTurn, Turns } from "./turns";

/** Frees a turn whose end was missed: no page renders for longer. In milliseconds. */
const RENDERING_LIMIT_MILLISECONDS = 60_000;

/**
 * Frees the turn of a page that its reader left: what is still rendered without a turn takes no longer, and
 * Next does not always say when it is done. In milliseconds.
 */
const LEAVING_LIMIT_MILLISECONDS = 1_000;

/** Kept on the process: bundles of pages and of handlers each have a copy of this module. */
const shared: typeof globalThis & { batonTurns?: ReturnType<typeof createTurns> } = globalThis;

function createTurns() {
  return {
    /** What one person asks for at once: as much as a browser does. */
    requests: new Turns({ atOnce: 4, waiting: 1_000 }),
    /**
     * What they ask of their account: not kept waiting by a session that somebody
     * else has of it, and that they want to end.
     */
    accountRequests: new Turns({ atOnce: 4, waiting: 1_000 }),
    /** Bodies that take their time to come. */
    largeBodies: new Turns({ atOnce: 4, waiting: 100 }),
    /**
     * Pages that nobody in particular asks for from one address: as many as there are cores
     * or so, since others wait while one is made.
     */
    openPages: new Turns({ atOnce: 2, waiting: 1_000 }),
    /**
     * What takes a second of the server and some hundred megabytes, where whoever writes logs wants it so.
     */
    largeOfPerson: new Turns({ atOnce: 1, waiting: 50, rests: true }),
    largeOfAll: new Turns({ atOnce: 2, waiting: Number.POSITIVE_INFINITY }),
    /** Looking up who asks for a page, by where they ask from. */
    lookups: new Turns({ atOnce: 4, waiting: 1_000 }),
    /** Pages that are let in to wait for one of these turns. */
    entrances: new Turns({ atOnce: 4, waiting: 1_000 }),
    /** How those that are in there, by their answers, let the next ones in. */
    letNextIn: new WeakMap<AbortSignal, EndTurn>(),
    /** The answers of pages, each of which has a turn, or waits for it. */
    rendering: new WeakSet<AbortSignal>(),
  };
}

function turns() {
  shared.batonTurns ??= createTurns();
  return shared.batonTurns;
}

/**
 * Answers a person's request in its turn, or says why there was none: whoever asks for much at once waits for
 * themselves, and nobody else does.
 *
 * @param asked.isOfAccount whether it is their account that is asked about.
 * @param read gives the body. What is short is read before the turn, so that one who sends slowly has none.
 */
export async function inRequestTurn<Body>(
  asked: { userId: string; headers: Headers; isOfAccount: boolean },
  read: () => Promise<Body>,
  answer: (body: Body) => Promise<Response>,
): Promise<Response> {
  const { userId, headers } = asked;
  const { requests, accountRequests, largeBodies } = turns();
  try {
    if (hasLargeBody(headers)) {
      return await inTurnUntilSent(largeBodies, userId, headers, async () => answer(await read()));
    }
    const body = await read();
    // Such an answer is short, and whoever does not read it has no turn by that.
    if (asked.isOfAccount) return await accountRequests.run(userId, answerSent(headers), () => answer(body));
    return await inTurnUntilSent(requests, userId, headers, () => answer(body));
  } catch (error) {
    // By its name: turns may be those of another bundle, whose class is another one.
    const refusal = getTRPCErrorFromUnknown(error);
    if (refusal.code === "INTERNAL_SERVER_ERROR") throw error;
    return new Response(refusal.message, { status: getHTTPStatusCodeFromError(refusal) });
  }
}

/** Looks up who asks for a page. @throws as `Turns.take`. */
export function inLookupTurn<Result>(
  address: string,
  headers: Headers,
  lookUp: () => Promise<Result>,
): Promise<Result> {
  return turns().lookups.run(address, answerSent(headers), lookUp);
}

/**
 * Lets in a page to wait for its turn: what has been asked for costs some ten milliseconds until it is known
 * who asks, and again where it shows that they have left. Whoever asks for much at once waits outside, and
 * what they leave there costs nothing.
 *
 * @param asker by whom it is asked for.
 * @param answer renders the page. The next one comes in once this one has its turn; one that takes none, once
 *   it is being sent, however slowly it is read.
 * @throws as `Turns.take`.
 */
export async function letPageIn(
  asker: string,
  { headers, response }: { headers: Headers; response: ServerResponse },
  answer: () => Promise<unknown>,
): Promise<void> {
  const sent = answerSent(headers);
  const { entrances, letNextIn } = turns();
  const end = await entrances.take(asker, sent);
  const late = setTimeout(end, RENDERING_LIMIT_MILLISECONDS).unref();
  if (sent) letNextIn.set(sent, end);
  onHeaders(response, end);
  whenEnded(sent, () => setTimeout(end, LEAVING_LIMIT_MILLISECONDS).unref());
  try {
    await answer();
  } finally {
    clearTimeout(late);
    end();
  }
}

/**
 * Waits for the turn of a page, which lasts until it is rendered as well: what
 * nobody waits for any longer is work all the same.
 *
 * @param rendered ends with the rendering; null where that is not known.
 */
export async function takePageTurn(
  asked: { userId: string; headers: Headers; isOfAccount: boolean },
  rendered: AbortSignal | null,
): Promise<void> {
  const { userId, headers, isOfAccount } = asked;
  if (hasTurn(headers)) return;
  const sent = answerSent(headers);
  const { requests, accountRequests } = turns();
  const end = await (isOfAccount ? accountRequests : requests).take(userId, sent);
  letNextPageIn(sent);
  // The page of one's account is short, and whoever does not read it has no turn by that.
  endOnceRendered(isOfAccount ? end : () => whenEnded(sent, end), rendered ?? sent);
}

/**
 * The same of a page that nobody in particular asks for, by where they ask from. Its turn does not last until
 * it is sent: it is small, and whoever reads slowly would keep others from signing in.
 */
export async function takeOpenPageTurn(
  address: string,
  headers: Headers,
  rendered: AbortSignal | null,
): Promise<void> {
  if (hasTurn(headers)) return;
  const sent = answerSent(headers);
  const end = await turns().openPages.take(address, sent);
  letNextPageIn(sent);
  endOnceRendered(end, rendered ?? sent);
}

/** A page that has its turn makes room for the one that waits behind it. */
function letNextPageIn(sent: AbortSignal | null): void {
  if (sent) turns().letNextIn.get(sent)?.();
}

/** A page that says what went wrong is rendered anew, in the turn of the page for which it is shown. */
function hasTurn(headers: Headers): boolean {
  const sent = answerSent(headers);
  if (!sent) return false;
  const { rendering } = turns();
  if (rendering.has(sent)) return true;
  rendering.add(sent);
  return false;
}

function endOnceRendered(end: EndTurn, rendered: AbortSignal | null): void {
  // A timer, and no signal of one: a signal that others are made of is
  // forgotten by Node 20 before its time has come.
  const late = setTimeout(end, RENDERING_LIMIT_MILLISECONDS).unref();
  whenEnded(rendered, () => {
    clearTimeout(late);
    end();
  });
}

/**
 * Does what is large, as a session as a whole is or a page of outlines: one such thing of
 * each person at once, and of all together two.
 */
export function inLargeTurn<Result>(
  userId: string,
  signal: AbortSignal | null,
  run: () => Promise<Result>,
): Promise<Result> {
  const { largeOfPerson, largeOfAll } = turns();
  return largeOfPerson.run(userId, signal, () => largeOfAll.run("", signal, run));
}

/** Makes a file that is large: whose it is has no other large turn until all of it was sent. */
export async function inFileTurn(
  userId: string,
  headers: Headers,
  make: () => Promise<Response>,
): Promise<Response> {
  const { largeOfPerson, largeOfAll } = turns();
  return inTurnUntilSent(largeOfPerson, userId, headers, () => largeOfAll.run("", answerSent(headers), make));
}
