import { findJsonExcess } from "@baton/core";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { createContext } from "@/server/context";
import { takeRequestTurn } from "@/server/person-turns";
import { readBody } from "@/server/read-body";
import { appRouter } from "@/server/root";
import { refuseForeignRequest } from "@/server/same-origin";
import type { EndTurn } from "@/server/turns";

/** A policy with all its rules is the largest that a page sends. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Of values a page sends few: a policy is one, its text. */
const MAX_VALUES = 50_000;

async function handle(request: Request): Promise<Response> {
  const refusal = refuseForeignRequest(request);
  if (refusal) return refusal;
  const limited = await limitBody(request);
  return limited instanceof Response ? limited : answer(limited);
}

async function limitBody(request: Request): Promise<Request | Response> {
  if (request.body === null) return request;
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null) return new Response("The request is too large.", { status: 413 });
  const excess = findJsonExcess(body, MAX_VALUES);
  if (excess) return new Response(`The request cannot be read: ${excess.message}.`, { status: 400 });
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: request.signal,
  });
}

async function answer(request: Request): Promise<Response> {
  let endTurn: EndTurn = () => undefined;
  const response = await fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    // What is asked together is answered together: the largest batch would be one answer of any size.
    allowBatching: false,
    createContext: async ({ resHeaders, info }) => {
      const context = await createContext({ headers: request.headers, responseHeaders: resHeaders });
      // A stream has none: it is open for as long as its page is.
      if (context.user && info.type !== "subscription")
        endTurn = await takeRequestTurn(context.user.id, request.headers);
      return context;
    },
    // A stream's connection is of no use once it ends, and kept open it would hold up a server that is told to stop.
    responseMeta: ({ type }) => ({
      headers: type === "subscription" ? { connection: "close" } : { "cache-control": "private, no-store" },
    }),
  });
  endTurn();
  return response;
}

export { handle as GET, handle as POST };
