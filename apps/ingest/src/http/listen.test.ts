import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Listener, listen } from "./listen";
import { refuseForNow, toProblem } from "./refusal";

const SENDERS = 20;
/**
 * More than the buffers of a connection hold, so that a sender whose
 * connection is cut notices it while it sends.
 */
const BODY_BYTES = 8 * 1024 * 1024;

/**
 * Sends all of a large request, with pauses, and reads only
 * then. @returns the answer, and "" where it was lost.
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

describe("a refused sender that is not done sending", () => {
  let listener: Listener;
  let hasty: Server;
  beforeAll(async () => {
    const refusal = () => toProblem(refuseForNow(503, "overloaded", "Too many requests are under way.", 1));
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
    "gets its answer, if it goes on with the connection or closes it: %j",
    async (headers) => {
      expect(await countAnswered(listener.port, headers)).toBe(SENDERS);
    },
  );

  it("would lose it to a connection that is closed with the answer", async () => {
    const { port } = hasty.address() as AddressInfo;
    expect(await countAnswered(port, "")).toBe(SENDERS);
    expect(await countAnswered(port, "connection: close\r\n")).toBeLessThan(SENDERS);
  });

  it("has its answer before it has sent all", async () => {
    const socket = createConnection(listener.port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nhost: baton\r\ncontent-length: 2\r\nconnection: close\r\n\r\n1");
    const [answer] = await once(socket.setEncoding("utf8"), "data");
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    socket.write("2");
    await once(socket, "end");
  });

  it.each([
    ["is not read", "", /^HTTP\/1\.1 503 /],
    [
      "is sent for what nobody knows",
      "expect: what-nobody-knows\r\n",
      /^HTTP\/1\.1 417 .*connection: close/is,
    ],
    ["comes with more than a hundred headers", "h:\r\n".repeat(100), /^HTTP\/1\.1 431 /],
  ])("is cut off where a body that %s comes in chunks of a byte each", async (_, headers, answer) => {
    const socket = createConnection(listener.port, "127.0.0.1").on("error", () => {});
    const cutOff = once(socket, "close");
    const answered = once(socket.setEncoding("utf8"), "data");
    socket.write(`POST / HTTP/1.1\r\nhost: baton\r\ntransfer-encoding: chunked\r\n${headers}\r\n`);
    socket.write("1\r\nx\r\n".repeat(300_000));
    expect((await answered)[0]).toMatch(answer);
    // It has no end: a server that reads on would keep the connection.
    await cutOff;
  });
});

describe("whoever writes ahead on a connection", () => {
  const asked: string[] = [];
  let release = () => {};
  let listener: Listener;
  beforeAll(async () => {
    const app = new Hono<{ Bindings: HttpBindings }>().get("/:name", async (context) => {
      asked.push(context.req.param("name"));
      if (context.req.param("name") === "slow") await new Promise<void>((resolve) => (release = resolve));
      return context.text(`of ${context.req.param("name")};`);
    });
    listener = await listen(app, 0);
  });
  beforeEach(() => void asked.splice(0));
  afterAll(() => listener.close());

  const ask = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: baton\r\n${headers}\r\n`;

  it("is answered one thing after the other, and in that order", async () => {
    const socket = createConnection(listener.port, "127.0.0.1");
    const answers = text(socket);
    socket.write(ask("/slow") + ask("/2") + ask("/3", "connection: close\r\n"));
    await expect.poll(() => asked).toEqual(["slow"]);
    await sleep(50);
    expect(asked).toEqual(["slow"]);
    release();
    expect((await answers).match(/of \w+/g)).toEqual(["of slow", "of 2", "of 3"]);
  });

  it.each([
    ["", "GET /later HTTP/1.1\r\nhost: baton\r\n\r\n"],
    [", also of what hono refuses", "GET / HTTP/1.1\r\nhost:/\r\n\r\n"],
    [", also of what Node refuses", "GET /later HTTP/1.1\r\nhost: baton\r\nexpect: nothing\r\n\r\n"],
  ])("is cut off with more than sixteen%s", async (_, request) => {
    const socket = createConnection(listener.port, "127.0.0.1").on("error", () => {});
    const closed = once(socket, "close");
    socket.write(ask("/slow") + request.repeat(17));
    await closed;
    release();
    await sleep(50);
    expect(asked).not.toContain("later");
  });

  it("has nothing made of what else it wrote: no thousands of requests", async () => {
    let made = 0;
    const count = () => {
      made += 1;
    };
    subscribe("http.server.request.start", count);
    const socket = createConnection(listener.port, "127.0.0.1").on("error", () => {});
    const closed = once(socket, "close");
    socket.resume().write("GET / HTTP/1.1\r\n\r\n".repeat(3_000));
    await closed;
    unsubscribe("http.server.request.start", count);
    expect(made).toBe(18);
  });
});
