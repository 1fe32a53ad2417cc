import type { IncomingMessage } from "node:http";
import { beforeRequests } from "./before-requests";

/** How the names of Baton's cookies begin, over http and over https. */
const OWN = /^\s*(?:__Host-)?baton[.-]/;

/** It sets five. */
const MAX_COOKIES = 16;

/** Has nothing see cookies that are not Baton's. */
export function keepOwnCookies(): void {
  beforeRequests(dropForeignCookies);
}

/**
 * Takes cookies out of a request that Baton did not set, such as those of what else runs under this name, and those beyond sixteen: whoever
 * reads cookies takes a time with them that can grow by the square of their number, before anybody knows who asks.
 */
export function dropForeignCookies({ headers }: IncomingMessage): void {
  const own = headers.cookie?.split(";").filter((cookie) => OWN.test(cookie));
  if (own?.length) headers.cookie = own.slice(0, MAX_COOKIES).join(";").trim();
  else delete headers.cookie;
}
