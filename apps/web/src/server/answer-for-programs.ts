import { refuseAddress, secureTransport } from "./own-address";

/**
 * Responses below `/api/` are not pages: browsers must not run, load or frame anything for them, even if they
 * assume another type.
 */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Creates a handler below `/api/`, which bypasses `src/proxy.ts`: for the proxy, Next would copy the request
 * body into memory. Here only the handler reads it, in its turn, and until then TCP slows the sender. This
 * function does what the proxy does for pages.
 */
export function answerForPrograms(answer: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const refusal = refuseAddress(request.headers, new URL(request.url).pathname);
    const { body, status, statusText, headers: given } = refusal ?? (await answerOrLeave(request, answer));
    const headers = new Headers(given);
    headers.set("content-security-policy", POLICY);
    secureTransport(headers);
    return new Response(body, { status, statusText, headers });
  };
}

/** An incomplete request cannot be answered, and is not a server error to log. */
async function answerOrLeave(request: Request, answer: (request: Request) => Promise<Response>) {
  try {
    return await answer(request);
  } catch (error) {
    if (!request.signal.aborted) throw error;
    return new Response(null, { status: 499 });
  }
}
