import { refuseAddress, secureTransport } from "./own-address";

/**
 * Nothing below `/api/` is a page: whatever a browser takes an answer for, it runs, loads and frames nothing.
 */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Makes a handler below `/api/`, where `src/proxy.ts` is not asked: Next would copy into memory what is sent
 * there, for the proxy, where here its handler alone reads it, in its turn, and until then TCP holds back
 * whoever sends it. What the proxy does for pages is done here.
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

/** What is not sent to its end cannot be answered, and is no fault of ours that a log should tell. */
async function answerOrLeave(request: Request, answer: (request: Request) => Promise<Response>) {
  try {
    return await answer(request);
  } catch (error) {
    if (!request.signal.aborted) throw error;
    return new Response(null, { status: 499 });
  }
}
