import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";

/**
 * Has something be done with each request before anything else sees it, in the order in which it was asked for: Node tells of requests on a
 * channel. Of a connection that was cut off it still tells what it had read with it, and nothing is done with that.
 */
export function beforeRequests(act: (request: IncomingMessage, response: ServerResponse) => void): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = Object(message);
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
    if (!request.socket.destroyed) act(request, response);
  });
}
