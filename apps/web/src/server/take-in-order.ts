import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { beforeRequests } from "./before-requests";

/** How many requests may wait on a connection. Browsers and proxies ask one thing after the other. */
const MAX_WAITING = 16;

/** Those of an address. Next takes a time with them that grows by the square: with seven thousand, in 14 kB, three seconds. Pages have some ten. */
const MAX_PARAMETERS = 200;

/** Where a browser stands, as Next has it say when a link is followed: a list of a list for each part of the address, by the square of their depth. */
const [PLACE, BRACKET, MAX_BRACKETS] = ["next-router-state-tree", /[[{]|%5b|%7b/i, 100];

const WEBSOCKET = /\bwebsocket\b/i;

/** Lets a request in when it is its turn. */
export type Admit = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
) => Promise<void>;

/**
 * Has the web server take requests as `takeInOrder` and `cutOffAhead` do. Node tells of a connection on this channel before anything is read
 * of it.
 */
export function takeRequestsInOrder(admit: Admit): void {
  const known = new WeakSet<Server>();
  subscribe("net.server.socket", (message) => {
    const { server } = Object(Object(message).socket);
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    takeInOrder(server, admit);
  });
  beforeRequests(cutOffAhead);
}

const unanswered = new WeakMap<Socket, number>();

/**
 * Cuts off whoever writes more than sixteen requests ahead, whatever they are: those that Node refuses by itself, such as one that expects
 * what it does not know, come to no listener, and wait for their turn to be refused all the same.
 */
export function cutOffAhead({ socket }: IncomingMessage, response: ServerResponse): void {
  const count = (change: 1 | -1) => {
    const left = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, left);
    return left;
  };
  response.once("close", () => count(-1));
  if (count(1) > MAX_WAITING + 1) socket.destroy();
}

/**
 * Lets a server see of the requests that came on one connection (pipelined: RFC 9112, section 9.3.2) each only once the one before is
 * answered, and none of a connection that is closed: it would make as many answers at once as somebody writes lines, and what it opens for one
 * that nobody can be sent stays open. What wants to talk by something else than HTTP is answered as if it did not: nothing here does, and
 * nobody would hear when such a connection ends. But a browser asks for a WebSocket in the name of any page, with the cookies of whoever looks
 * at it, and does not say so as it does elsewhere (`Sec-Fetch-Site`): that is refused. So is a body in chunks, since each of them costs as much
 * as some thousand bytes do, and may have one; and what takes Next a time that grows by the square.
 *
 * @param server whose listeners are those that it is to have.
 * @param admit when it is the turn of a request among all that are asked for.
 */
export function takeInOrder(server: Server, admit: Admit): void {
  server.removeAllListeners("upgrade");
  server.on("checkExpectation", refuseExpectation);
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  const lines = new WeakMap<Socket, (() => void)[]>();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return;
    const line = lines.get(request.socket) ?? [];
    lines.set(request.socket, line);
    line.push(() => {
      const refusal = refuse(request);
      if (refusal) {
        response.writeHead(refusal.status, { connection: "close" }).end(`${refusal.message}\n`);
        return;
      }
      void admit(request, response, () =>
        Promise.all(listeners.map((listener) => Reflect.apply(listener, server, [request, response]))),
      );
    });
    response.once("close", () => {
      line.shift();
      if (!request.socket.destroyed) line[0]?.();
    });
    if (line.length === 1) line[0]?.();
  });
}

/**
 * What somebody expects that this server does not know (RFC 9110, 10.1.1). Node would answer the same by itself, and read on for as long as they
 * send, chunks of a byte among it.
 */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { connection: "close" }).end();
}

function refuse({ headers, url = "" }: IncomingMessage): { status: number; message: string } | null {
  if (url.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
    return { status: 414, message: `An address has ${MAX_PARAMETERS} parameters at most.` };
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
