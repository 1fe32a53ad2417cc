import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeRequests } from "./before-requests";

/**
 * The header that tells by what method something was sent where nothing is
 * taken; what a client says there is removed.
 */
export const SENT_BY = "x-sent-by";

/**
 * Addresses whose handlers read what is sent to them, with nothing in them that makes
 * others of them: none comes by `src/proxy.ts`.
 */
const HANDLED = /^\/api(?:\/\w[\w.-]*)+(?:\?|$)/;

/** Whether a handler of ours answers there, and no page. */
export function isHandled(address: string): boolean {
  return HANDLED.test(address);
}

/** Has nothing be read of what is sent to a page. */
export function refuseWhatPagesAreSent(): void {
  beforeRequests(hideSent);
}

/**
 * Lets a page look as if it were read, with what was sent to it unread. Next would copy up to ten megabytes
 * of that into memory for the proxy, before it asks there (`getCloneableBody` in
 * `next/dist/server/body-streams.js`); so the proxy refuses it by `SENT_BY`. A `TRACE` is refused everywhere:
 * a `Request` of the web cannot have that method; and so is what names no path (`OPTIONS *`, or all of an
 * address, as proxies are asked), of which Next makes none either.
 */
export function hideSent(request: IncomingMessage, response: ServerResponse): void {
  delete request.headers[SENT_BY];
  const { method = "GET", url = "" } = request;
  const isPath = url.startsWith("/");
  if (isPath && (method === "GET" || method === "HEAD" || (method !== "TRACE" && isHandled(url)))) return;
  if (!isPath) request.url = "/";
  request.headers[SENT_BY] = method;
  request.method = "GET";
  // What is still on its way is not waited for.
  response.shouldKeepAlive = false;
}
