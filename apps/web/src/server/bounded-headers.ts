import type { IncomingMessage } from "node:http";
import { beforeRequests } from "./before-requests";

/** How the names of Baton's cookies begin, over http and over https. */
const OWN_COOKIE = /^\s*(?:__Host-)?baton[.-]/;

/** Those that nobody can set who has a neighbouring name (RFC 6265bis, 4.1.3.2). */
const HOST_COOKIE = /^\s*__Host-/;

/** It sets five. */
const MAX_COOKIES = 16;

/** In characters; what browsers say of themselves has some hundred and fifty. */
const MAX_USER_AGENT = 500;

/** Has nothing see of headers what `boundHeaders` takes away. */
export function boundAllHeaders(): void {
  beforeRequests(boundHeaders);
}

/**
 * Takes out of a request what others take a time with that grows by its square, before anybody knows
 * who asks: cookies that Baton did not set, such as those of what else runs under this name, and
 * those beyond sixteen (Next writes them all anew for each one: 4,800 took eight seconds); and of the
 * name of a browser what is beyond 500 characters (Next looks for robots in it: 15 kB took one). And
 * the wish for a part of a file, which a server need not hear (RFC 9110, 14.2): nothing here is so
 * large, and Next fails over a number that is.
 */
export function boundHeaders({ headers }: IncomingMessage): void {
  const own = headers.cookie?.split(";").filter((cookie) => OWN_COOKIE.test(cookie)) ?? [];
  // First, so that no number of others takes the place of the one that signs in.
  const sorted = own.toSorted((a, b) => Number(HOST_COOKIE.test(b)) - Number(HOST_COOKIE.test(a)));
  if (own.length > 0) headers.cookie = sorted.slice(0, MAX_COOKIES).join(";").trim();
  else delete headers.cookie;
  delete headers.range;
  if (headers["user-agent"]) headers["user-agent"] = headers["user-agent"].slice(0, MAX_USER_AGENT);
}
