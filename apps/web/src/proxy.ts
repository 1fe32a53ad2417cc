import { type NextRequest, NextResponse } from "next/server";
import { isDevelopment } from "./env";
import { refuseAddress, refuseForm, secureTransport } from "./server/own-address";

/**
 * Matches every page, and every URL except the build's files. Next copies the request body of
 * matching URLs into memory, so handlers below `/api/` and at `/mcp` do the proxy's work themselves
 * (`./server/answer-for-programs`). A URL with a `%` always matches, since its
 * target is unknown until it is decoded. The start page has its own entry: below a path prefix its URL has no slash.
 */
export const config = { matcher: ["/", "/((?!_next/static/|icon\\.svg$|api/[^%]*$|mcp$).*)"] };

/**
 * Rejects a request, or gives it a nonce and the policy that allows only
 * scripts with this nonce.
 */
export function proxy(request: NextRequest): Response {
  const { pathname } = request.nextUrl;
  const isPage = !pathname.startsWith("/api/");
  const refusal = refuseAddress(request.headers, pathname) ?? (isPage ? refuseForm(request.method) : null);
  if (refusal) return refusal;
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-address", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  secureTransport(response.headers);
  return response;
}

/** Inline styles are allowed: charts and graphs set sizes on elements, and styles run no code. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
