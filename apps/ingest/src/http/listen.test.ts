import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@baton/http";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Listener, listen } from "./listen";

const SENDERS = 20;
/** Larger than the buffers of a connection, so that the sender detects a cut connection while it sends. */
const BODY_BYTES = 8 * 1024 * 1024;

/**
 * Sends a whole large request with pauses before it reads.
 *
 * @returns the response; "" if it was lost.
 */
async function postSlowly(port: number, headers: string): Promise<string> {
  const socket = createConnection(port, "127.0.0.1");
  const ended = new Promise<boolean>((resolve) => {
    socket.once("error", () => resolve(false)).once("end", () => resolve(true));
  });
  await once(socket, "connect");
  socket.write(`POST / HTTP/1.1\r\nhost: baton\r\ncontent-length: ${BODY_BYTES}\r\n${headers}\r\n`);
  const part = Buffer.alloc(BODY_BYTES / 8);
  for (let sent = 0; sent < BODY_BYTES && !socket.destroyed; sent += part.length) {
    await new Promise((resolve) => socket.write(part, resolve));
    await sleep(2);
  }
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
    if (headers === "") socket.end();
  });
  return (await ended) ? answer : "";
}

const countAnswered = async (port: number, headers: string) => {
  const answers = await Promise.all(Array.from({ length: SENDERS }, () => postSlowly(port, headers)));
  return answers.filter((answer) => /^HTTP\/1\.1 503 .*"code":"overloaded"\}$/s.test(answer)).length;
};

describe("a refused client that is still sending", () => {
  let listener: Listener;
  let hasty: Server;
  beforeAll(async () => {
    const refusal = () => Refusal.forNow(503, "overloaded", "Too many requests in progress.", 1).toResponse();
    listener = await listen(new Hono<{ Bindings: HttpBindings }>().all("/", refusal), 0);
    hasty = createServer(async (_, outgoing) => {
      outgoing.statusCode = 503;
      outgoing.end(await refusal().text());
    });
    await once(hasty.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(async () => {
    hasty.closeAllConnections();
    hasty.close();
    await listener.close();
  });

  it.each(["", "connection: close\r\n"])(
    "receives its response, whether it keeps or closes the connection: %j",
    async (headers) => {
      expect(await countAnswered(listener.port, headers)).toBe(SENDERS);
    },
  );

  it("would lose the response if the connection was closed with it", async () => {
    const { port } = hasty.address() as AddressInfo;
    expect(await countAnswered(port, "")).toBe(SENDERS);
    expect(await countAnswered(port, "connection: close\r\n")).toBeLessThan(SENDERS);
  });

  it("receives its response before it has sent its body", async () => {
    const socket = createConnection(listener.port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nhost: baton\r\ncontent-length: 2\r\nconnection: close\r\n\r\n1");
    const [answer] = await once(socket.setEncoding("utf8"), "data");
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    socket.write("2");
    await once(socket, "end");
  });
});
