import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** On which Node tells of each request before anything else sees it. */
const REQUEST_STARTS = "http.server.request.start";

/**
 * How many requests may wait on a connection. Browsers, exporters and proxies ask one thing after the other.
 */
const MAX_WAITING = 16;

/**
 * Headers of a request; browsers send some thirty. A thousand short ones
 * take twenty times the memory that they weigh.
 */
const MAX_HEADERS = 100;

const unanswered = new WeakMap<Socket, number>();

/**
 * Cuts off whoever writes more than sixteen requests ahead, whatever they are: those that are refused before
 * a listener sees them wait for their turn to be refused all the same.
 */
function cutOffAhead({ socket }: IncomingMessage, response: ServerResponse): void {
  const count = (change: 1 | -1) => {
    const left = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, left);
    return left;
  };
  response.once("close", () => count(-1));
  if (count(1) <= MAX_WAITING + 1) return;
  socket.destroy();
  stopParsing(socket);
}

/**
 * What a parser of Node is told where what follows is no HTTP: it reads no further
 * (`parserOnIncoming` in `lib/_http_server.js`).
 */
const NOTHING_FOLLOWS = 2;

/**
 * Node goes on with the 64 kB that it has read of a connection, also where that is closed, and makes
 * thousands of requests of them; sixty connections ended a process so. Its parser stands at the connection,
 * which no document says: a test holds that it still does.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, "parser");
  if (typeof parser === "object" && parser !== null) Reflect.set(parser, "onIncoming", () => NOTHING_FOLLOWS);
}

/** What hears of a request before anything else sees it. */
type HearRequest = (request: IncomingMessage, response: ServerResponse, server: unknown) => void;

/**
 * Tells of each request to a server of this process before anything else sees it, in the order in
 * which it was asked for; also of those that Node refuses by itself, and of those that it had
 * read with a connection that is closed by now.
 *
 * @returns what ends that.
 */
export function hearRequests(hear: HearRequest): () => void {
  const listener = (message: unknown) => {
    const { request, response, server } = Object(message);
    if (request instanceof IncomingMessage && response instanceof ServerResponse)
      hear(request, response, server);
  };
  subscribe(REQUEST_STARTS, listener);
  return () => unsubscribe(REQUEST_STARTS, listener);
}

/**
 * Does what is to be done with a request when it is its turn. @param
 * answer has the server's own listeners answer it.
 */
export type TakeRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
) => void;

/**
 * Lets a server see of the requests that came on one connection (pipelined: RFC 9112, section 9.3.2) each
 * only once the one before is answered, and none of a connection that is closed: it would make as many
 * answers at once as somebody writes lines, whom nobody reads. Whoever writes more than sixteen ahead, or
 * expects what nobody knows, is cut off, and so is whoever sends more than a hundred headers.
 *
 * @param server whose listeners are those that it is to have.
 */
export function answerInOrder(server: Server, take: TakeRequest): void {
  // One more than are taken: Node drops what is beyond that, and goes by it all the same (Transfer-Encoding).
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.on("checkExpectation", refuseExpectation);
  const stop = hearRequests((request, response, of) => {
    if (of === server) cutOffAhead(request, response);
  });
  server.once("close", stop);
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  const lines = new WeakMap<Socket, (() => void)[]>();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return;
    const line = lines.get(request.socket) ?? [];
    lines.set(request.socket, line);
    line.push(() => {
      if (request.rawHeaders.length > 2 * MAX_HEADERS) return refuseHeaders(response);
      take(request, response, () =>
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
 * Refuses what somebody expects that a server does not know (RFC 9110, 10.1.1), to be
 * told of as `checkExpectation`. Node would answer the same by itself, and read on for as
 * long as they send, chunks of a byte among it.
 */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, { connection: "close" }).end();
}

function refuseHeaders(response: ServerResponse): void {
  response.writeHead(431, { connection: "close" }).end(`A request has ${MAX_HEADERS} headers at most.\n`);
}
