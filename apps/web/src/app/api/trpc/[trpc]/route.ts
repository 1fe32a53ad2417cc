import { MAX_BODY_BYTES, Refusal, readRequestBody } from "@baton/http";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { answerForPrograms } from "@/server/answer-for-programs";
import { type Context, createContext } from "@/server/context";
import { appRouter } from "@/server/root";
import { refuseForeignRequest } from "@/server/same-origin";

const ENDPOINT = "/api/trpc";

/** Maximum bytes without a session, in which a client sends only a name, an email and a password. */
const MAX_ANONYMOUS_BODY_BYTES = 64 * 1024;

const handle = answerForPrograms(async (request) => {
  const refusal = refuseForeignRequest(request);
  if (refusal) return refusal;
  const context = await createContext({ headers: request.headers, responseHeaders: new Headers() });
  try {
    return await answer(
      await limitBody(request, context.user ? MAX_BODY_BYTES : MAX_ANONYMOUS_BODY_BYTES),
      context,
    );
  } catch (error) {
    if (error instanceof Refusal) return (context.user ? error : askToSignIn(error)).toResponse();
    throw error;
  }
});

/** Returns the reason why a session that ended cannot send a large draft: not its size, but the sign-in. */
function askToSignIn(refusal: Refusal): Refusal {
  return refusal.status === 413 ? new Refusal(401, "not_signed_in", "Sign in first.") : refusal;
}

/** Returns the request with its body in memory. @throws Refusal if the body is too large or damaged. */
async function limitBody(request: Request, maxBytes: number): Promise<Request> {
  if (request.body === null) return request;
  const body = new Uint8Array(await readRequestBody(request, maxBytes));
  const headers = new Headers(request.headers);
  headers.delete("content-encoding");
  return new Request(request, { body, headers });
}

function answer(request: Request, context: Context): Promise<Response> {
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    // Disable batching: a batch is one response, whose size has no limit.
    allowBatching: false,
    createContext: ({ resHeaders }) => {
      for (const [name, value] of context.responseHeaders ?? []) resHeaders.append(name, value);
      return { ...context, responseHeaders: resHeaders };
    },
    // Close a stream's connection when the stream ends; otherwise it would delay a server that is stopping.
    responseMeta: ({ type }) => ({
      headers: type === "subscription" ? { connection: "close" } : { "cache-control": "private, no-store" },
    }),
  });
}

export { handle as GET, handle as POST };
