import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * Serves a request handler over HTTP on loopback. @returns its URL, and a function that stops it and closes
 * all connections.
 */
export async function serveRequests(
  handle: (request: Request) => Promise<Response>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    const response = await handle(toRequest(incoming, await buffer(incoming), gone.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null)
    throw new Error("a server that listens has an address");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function toRequest(incoming: IncomingMessage, body: Buffer, signal: AbortSignal): Request {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const address = new URL(url, `http://${headers.get("host") ?? "localhost"}`);
  const sent = body.length === 0 ? null : new Uint8Array(body);
  return new Request(address, { method, headers, signal, body: sent });
}
