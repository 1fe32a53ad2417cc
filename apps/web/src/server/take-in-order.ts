import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests may wait on a connection. Browsers and proxies ask one thing after the other. */
const MAX_WAITING = 16;

const WEBSOCKET = /\bwebsocket\b/i;

/** Has the web server take requests as `takeInOrder` does. Node tells of a connection on this channel before anything is read of it. */
export function takeRequestsInOrder(): void {
  const known = new WeakSet<Server>();
  subscribe("net.server.socket", (message) => {
    const { server } = Object(Object(message).socket);
    if (!(server instanceof Server) || known.has(server)) return;
    known.add(server);
    takeInOrder(server);
  });
}

/**
 * Lets a server see of the requests that came on one connection (pipelined: RFC 9112, section 9.3.2) each only once the one before is
 * answered, and none of a connection that is closed: it would make as many answers at once as somebody writes lines, and what it opens for one
 * that nobody can be sent stays open. Whoever writes more than sixteen ahead is cut off. What wants to talk by something else than HTTP is
 * answered as if it did not: nothing here does, and nobody would hear when such a connection ends. But a browser asks for a WebSocket in the
 * name of any page, with the cookies of whoever looks at it, and does not say so as it does elsewhere (`Sec-Fetch-Site`): that is refused.
 *
 * @param server whose listeners are those that it is to have.
 */
export function takeInOrder(server: Server): void {
  server.removeAllListeners("upgrade");
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  const lines = new WeakMap<Socket, (() => void)[]>();
  const lineOf = (socket: Socket) => {
    const known = lines.get(socket);
    if (known) return known;
    const line: (() => void)[] = [];
    lines.set(socket, line);
    socket.once("close", () => line.splice(0));
    return line;
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const line = lineOf(request.socket);
    if (line.length > MAX_WAITING) {
      request.socket.destroy();
      return;
    }
    line.push(() => {
      if (WEBSOCKET.test(request.headers.upgrade ?? "")) {
        response.writeHead(400, { connection: "close" }).end("Nothing here is heard by a WebSocket.\n");
        return;
      }
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    });
    response.once("close", () => {
      line.shift();
      if (!request.socket.destroyed) line[0]?.();
    });
    if (line.length === 1) line[0]?.();
  });
}
