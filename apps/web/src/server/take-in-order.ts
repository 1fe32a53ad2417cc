import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { answerInOrder } from "@baton/core/requests-in-order";

/**
 * Those of an address. Next takes a time with them that grows by the square: with seven thousand, in 14 kB,
 * three seconds. Pages have some ten.
 */
const MAX_PARAMETERS = 200;

/**
 * Parts of a path. A page lies nine deep at most, and what is worked out for
 * each part of an address has them all in it.
 */
const MAX_PARTS = 30;
/** What parts them; a URL takes the one for the other (WHATWG URL, 4.4). */
const SLASH = /[/\\]/;

/**
 * Where a browser stands, as Next has it say when a link is followed: a list of a list for each part of the
 * address, by the square of their depth.
 */
const [PLACE, BRACKET, MAX_BRACKETS] = ["next-router-state-tree", /[[{]|%5b|%7b/i, 100];

const WEBSOCKET = /\bwebsocket\b/i;

/** Lets a request in when it is its turn. */
export type Admit = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
) => Promise<void>;

/**
 * Has the web server take requests as `takeInOrder` does. Node tells of a connection on
 * this channel before anything is read of it.
 */
export function takeRequestsInOrder(admit: Admit): void {
  const known = new WeakSet<Server>();
  subscribe("net.server.socket", (message) => {
    const { server } = Object(Object(message).socket);
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    takeInOrder(server, admit);
  });
}

/**
 * Lets a server see of the requests that came on one connection each only once the one before is answered,
 * and what that one opens for somebody whom nothing can be sent does not stay open. What wants to talk by
 * something else than HTTP is answered as if it did not: nothing here does, and nobody would hear when such
 * a connection ends. But a browser asks for a WebSocket in the name of any page, with the cookies of
 * whoever looks at it, and does not say so as it does elsewhere (`Sec-Fetch-Site`): that is refused. So is
 * a body in chunks, since each of them costs as much as some thousand bytes do, and may have one; and what
 * takes Next a time that grows by the square.
 *
 * @param server whose listeners are those that it is to have.
 * @param admit when it is the turn of a request among all that are asked for.
 */
export function takeInOrder(server: Server, admit: Admit): void {
  server.removeAllListeners("upgrade");
  answerInOrder(server, (request, response, answer) => {
    const refusal = refuse(request);
    if (refusal) response.writeHead(refusal.status, { connection: "close" }).end(`${refusal.message}\n`);
    else void admit(request, response, answer);
  });
}

function refuse({ headers, url = "" }: IncomingMessage): { status: number; message: string } | null {
  if (url.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
    return { status: 414, message: `An address has ${MAX_PARAMETERS} parameters at most.` };
  }
  const [path = ""] = url.split("?", 1);
  if (path.split(SLASH, MAX_PARTS + 2).length > MAX_PARTS + 1) {
    return { status: 414, message: `A path has ${MAX_PARTS} parts at most.` };
  }
  if (String(headers[PLACE]).split(BRACKET, MAX_BRACKETS + 1).length > MAX_BRACKETS) {
    return { status: 400, message: "No page lies that deep." };
  }
  if (WEBSOCKET.test(headers.upgrade ?? "")) {
    return { status: 400, message: "Nothing here is heard by a WebSocket." };
  }
  // RFC 9112, 6.3: it may be refused so.
  if (headers["transfer-encoding"] === undefined) return null;
  return { status: 411, message: "Say in Content-Length how long the body is." };
}
