import { secondsInDay } from "date-fns/constants";
import { type Environment, env } from "@/env";

const PLAIN_TEXT = { "content-type": "text/plain; charset=utf-8" };

const YEAR_SECONDS = 365 * secondsInDay;

const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Next's error page, which it loads when everything else fails. A direct request for it would fail. */
const NO_PAGE = "/_global-error";

type Names = Pick<Environment, "BATON_URL" | "BATON_ALLOWED_HOSTS">;

/**
 * Rejects requests that no page or handler should see: for a foreign host name, which another site could
 * point at this machine to read from it as its own; or for a path that cannot be decoded.
 *
 * @param pathname as requested, undecoded.
 * @returns the refusal, or null if the request may continue.
 */
export function refuseAddress(headers: Headers, pathname: string, names: Names = env()): Response | null {
  if (!isOurs(headers.get("host"), names)) {
    const words = "Unknown host name. To allow it, add it to BATON_ALLOWED_HOSTS.";
    return new Response(words, { status: 421, headers: PLAIN_TEXT });
  }
  if (!isReadable(pathname)) {
    const words = "Invalid URL: its % codes are not valid UTF-8.";
    return new Response(words, { status: 400, headers: PLAIN_TEXT });
  }
  return pathname === NO_PAGE ? new Response("Not found.", { status: 404, headers: PLAIN_TEXT }) : null;
}

/**
 * Rejects a form sent to a page, which happens only before scripts run: pages send with `fetch`.
 *
 * @returns the refusal, or null if the request only reads the page.
 */
export function refuseForm(method: string): Response | null {
  if (method === "GET" || method === "HEAD") return null;
  const words =
    "This form needs JavaScript. Nothing was stored. Turn on JavaScript for this site, go back and reload the page.";
  return new Response(words, { status: 405, headers: { ...PLAIN_TEXT, allow: "GET, HEAD" } });
}

/** Makes browsers keep using HTTPS if Baton's public URL uses it. */
export function secureTransport(headers: Headers): void {
  if (!env().BATON_URL?.startsWith("https:")) return;
  headers.set("strict-transport-security", `max-age=${YEAR_SECONDS}`);
}

function isOurs(host: string | null, { BATON_URL, BATON_ALLOWED_HOSTS }: Names): boolean {
  const name = host?.toLowerCase().replace(/:\d+$/, "") ?? "";
  const own = BATON_URL === undefined ? [] : [new URL(BATON_URL).hostname];
  return [...LOOPBACK_HOSTS, ...BATON_ALLOWED_HOSTS, ...own].includes(name);
}

/**
 * Routes are matched by decoded names; a path that cannot be decoded would cause an internal error in Next.
 */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
