import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";

/** A receiver of notifications on loopback. */
export interface Receiver {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** A request posted to the webhook. */
export interface Posted {
  body: string;
  signature: string;
}

/**
 * Starts a webhook receiver.
 * @param options.received receives the requests.
 * @param options.answer status of the next response.
 * @param options.port a port to listen on again; 0 selects a free one.
 */
export async function startHook({
  received,
  answer = () => 204,
  port = 0,
}: {
  received: Posted[];
  answer?: () => number;
  port?: number;
}): Promise<Receiver> {
  const server = createHttpServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ body, signature: String(request.headers["baton-signature"]) });
      response.writeHead(answer(), { location: "http://127.0.0.1:1/" }).end();
    });
  });
  return listen(server, port, (address) => `http://127.0.0.1:${address.port}/hook`);
}

/**
 * A mail server that accepts every mail (the parts of RFC 5321 that a client needs).
 *
 * @param mails receives the mails as they were sent.
 */
export async function startMailServer(mails: string[]): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    let isData = false;
    let mail = "";
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      if (isData) {
        mail += chunk;
        if (!mail.endsWith("\r\n.\r\n")) return;
        isData = false;
        mails.push(mail);
        mail = "";
      } else if (/^data/i.test(chunk.toString())) {
        isData = true;
        socket.write("354 go on\r\n");
        return;
      }
      socket.write("250 ok\r\n");
    });
  });
  return listen(server, 0, (address) => `smtp://127.0.0.1:${address.port}`);
}

async function listen(
  server: Server,
  port: number,
  urlOf: (address: AddressInfo) => string,
): Promise<Receiver> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a server on a port has an address");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: urlOf(address), port: address.port, close };
}
