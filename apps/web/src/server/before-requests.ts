import type { IncomingMessage, ServerResponse } from "node:http";
import { hearRequests } from "@baton/core/requests-in-order";

/**
 * Has something be done with each request before anything else sees it; with what was read of a connection
 * that was cut off nothing is done.
 */
export function beforeRequests(act: (request: IncomingMessage, response: ServerResponse) => void): void {
  hearRequests((request, response) => {
    if (!request.socket.destroyed) act(request, response);
  });
}
