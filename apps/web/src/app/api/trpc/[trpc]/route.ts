import { findJsonExcess } from "@baton/core";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { answerForPrograms } from "@/server/answer-for-programs";
import { type Context, createContext } from "@/server/context";
import { startFreshness } from "@/server/freshness";
import { inRequestTurn } from "@/server/person-turns";
import { readBody } from "@/server/read-body";
import { appRouter } from "@/server/root";
import { refuseForeignRequest } from "@/server/same-origin";

const ENDPOINT = "/api/trpc";
/**
 * What goes on for as long as its page is open has no turn; how many somebody may have is counted by itself.
 */
const STREAM = `${ENDPOINT}/live.rows`;

/** A policy with all its rules is the largest that a page sends. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** What nobody in particular may send: a name, an address, a password. */
const MAX_OPEN_BODY_BYTES = 64 * 1024;
/** Of values a page sends few: a policy is one, its text. And of nobody in particular a handful. */
const MAX_VALUES = 50_000;
const MAX_OPEN_VALUES = 50;

/** What is asked of one's account has turns of its own. */
const ACCOUNT = `${ENDPOINT}/account.`;

const handle = answerForPrograms(async (request) => {
  const refusal = refuseForeignRequest(request);
  if (refusal) return refusal;
  const context = await contextOf(request);
  const isFresh = startFreshness();
  const limits = context.user
    ? { bytes: MAX_BODY_BYTES, values: MAX_VALUES }
    : { bytes: MAX_OPEN_BODY_BYTES, values: MAX_OPEN_VALUES };
  const read = () => limitBody(request, limits);
  const answerTo = async (limited: Request | Response) => {
    if (limited instanceof Response) return limited;
    return answer(limited, isFresh() ? context : await contextOf(limited));
  };
  if (!context.user || isStream(request)) return answerTo(await read());
  const { pathname } = new URL(request.url);
  const asked = {
    userId: context.user.id,
    headers: request.headers,
    isOfAccount: pathname.startsWith(ACCOUNT),
  };
  return inRequestTurn(asked, read, answerTo);
});

function contextOf(request: Request): Promise<Context> {
  return createContext({ headers: request.headers, responseHeaders: new Headers() });
}

/** A stream is asked for without a body; whatever else is sent there is none. */
function isStream(request: Request): boolean {
  return request.method === "GET" && new URL(request.url).pathname === STREAM;
}

async function limitBody(
  request: Request,
  limits: { bytes: number; values: number },
): Promise<Request | Response> {
  if (request.body === null) return request;
  const body = await readBody(request, limits.bytes);
  if (body === null) return new Response("The request is too large.", { status: 413 });
  const excess = findJsonExcess(body, limits.values);
  if (excess) return new Response(`The request cannot be read: ${excess.message}.`, { status: 400 });
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: request.signal,
  });
}

function answer(request: Request, context: Context): Promise<Response> {
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    // What is asked together is answered together: the largest batch would be one answer of any size.
    allowBatching: false,
    createContext: ({ resHeaders }) => {
      for (const [name, value] of context.responseHeaders ?? []) resHeaders.append(name, value);
      return { ...context, responseHeaders: resHeaders };
    },
    // A stream's connection is of no use once it ends, and kept open it
    // would hold up a server that is told to stop.
    responseMeta: ({ type }) => ({
      headers: type === "subscription" ? { connection: "close" } : { "cache-control": "private, no-store" },
    }),
  });
}

export { handle as GET, handle as POST };
