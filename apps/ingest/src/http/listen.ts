import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type HttpBindings, type ServerType, serve } from "@hono/node-server";
import type { Hono } from "hono";

export interface Listener {
  port: number;
  /** Takes no further connections. Comes back when every request has its answer and every connection has ended. */
  close(): Promise<void>;
}

/** A sender that is slower than this is cut off, so that it keeps no place from others. */
const SERVER_OPTIONS = { headersTimeout: 10_000, requestTimeout: 30_000 };
const CLOSE_MILLISECONDS = 50;

/** Answers on 127.0.0.1. @param port 0: any that is free. */
export async function listen(app: Hono<{ Bindings: HttpBindings }>, port: number): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const options = {
      ...{ fetch: app.fetch, port, hostname: "127.0.0.1", serverOptions: SERVER_OPTIONS },
      // It would cut off a refused sender half a second after the answer, who then may not see it; Node reads on until the request ends.
      autoCleanupIncoming: false,
    };
    const server = serve(options, (address: AddressInfo) =>
      resolve({ port: address.port, close: () => close(server) }),
    );
    server.once("error", reject);
  });
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
