import { type NextRequest, NextResponse } from "next/server";
import { env, isDevelopment } from "./env";

/** Every page, and every address that is no file of the build. */
export const config = { matcher: "/((?!_next/static/|icon\\.svg$).*)" };

const YEAR_SECONDS = 365 * 24 * 3600;

const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Gives each request a nonce and the policy that lets only scripts with this nonce run. Requests to a name that is not
 * ours are refused: another site could have that name resolved to this machine, and read from here as its own.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isOurs(request.headers.get("host"))) {
    return new NextResponse(
      "Baton does not answer to this name. If it should, list the name in BATON_ALLOWED_HOSTS.",
      { status: 421 },
    );
  }
  if (!isReadable(request.nextUrl.pathname)) {
    return new NextResponse("This address cannot be read: what follows a % in it is no letter of UTF-8.", {
      status: 400,
    });
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-address", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  if (env().BATON_URL?.startsWith("https:")) {
    response.headers.set("strict-transport-security", `max-age=${YEAR_SECONDS}`);
  }
  return response;
}

function isOurs(host: string | null): boolean {
  const { BATON_URL, BATON_ALLOWED_HOSTS } = env();
  const name = host?.toLowerCase().replace(/:\d+$/, "") ?? "";
  const own = BATON_URL === undefined ? [] : [new URL(BATON_URL).hostname];
  return [...LOOPBACK_HOSTS, ...BATON_ALLOWED_HOSTS, ...own].includes(name);
}

/** Routes are found by decoded names; what has none would fail inside of Next, as a fault of ours. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Styles may be inline: charts and graphs set sizes on elements, and a style runs nothing. */
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
