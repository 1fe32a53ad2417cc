import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Http2Bindings, type HttpBindings, type ServerType, serve } from "@hono/node-server";
import type { Hono } from "hono";

export interface Listener {
  port: number;
  /** Stops accepting connections. Resolves when all requests are answered and all connections closed. */
  close(): Promise<void>;
}

/** Time limits for slow clients, so that they free their slots for others. */
const SERVER_OPTIONS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };
const CLOSE_MILLISECONDS = 50;

/** Closes idle connections, because an unread response stays in memory. In milliseconds. */
const SILENCE_LIMIT_MILLISECONDS = 120_000;

/**
 * Listens on an address of this machine, by default only on loopback.
 * @param port 0 selects a free port.
 */
export async function listen(
  app: Hono<{ Bindings: HttpBindings }>,
  port: number,
  hostname = "127.0.0.1",
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const options = {
      fetch: async (request: Request, bindings: HttpBindings | Http2Bindings) =>
        endAfterRequest(await app.fetch(request, bindings), bindings.incoming),
      port,
      hostname,
      serverOptions: SERVER_OPTIONS,
      // Other code of the process keeps Node's own Request and Response.
      overrideGlobalObjects: false,
      // Node would cut off a refused client half a second after the response, which the client then may not
      // receive.
      autoCleanupIncoming: false,
    };
    const server = serve(options, (address: AddressInfo) =>
      resolve({ port: address.port, close: () => close(server) }),
    );
    server.once("error", reject);
    server.setTimeout(SILENCE_LIMIT_MILLISECONDS);
  });
}

/**
 * Sends the response at once but ends it only with the request. Node closes a connection after its last
 * response. If bytes still arrive then, the system resets the connection and the client loses the response
 * (RFC 9112, section 9.6). Discards the rest of the body until the request times out.
 */
async function endAfterRequest(
  response: Response,
  incoming: Readable & { complete: boolean },
): Promise<Response> {
  if (incoming.complete) return response;
  const content = new Uint8Array(await response.arrayBuffer());
  const requestEnded = finished(incoming.resume(), { writable: false }).catch(() => {});
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(content),
    pull: async (controller) => {
      await requestEnded;
      controller.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.set("content-length", String(content.length));
  return new Response(body, { status: response.status, headers });
}

async function close(server: ServerType): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // A connection that had a request at that moment would stay open for the next one.
  const timer = setInterval(() => {
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  }, CLOSE_MILLISECONDS);
  await closed.finally(() => clearInterval(timer));
}
