import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { takeInOrder } from "./take-in-order";

const taken: { url: string | undefined; response: ServerResponse }[] = [];
let upgrades = 0;
const server = createServer(({ url }, response) => void taken.push({ url, response }));
server.on("upgrade", (_request, socket) => {
  upgrades += 1;
  socket.end();
});
let port: number;

beforeAll(async () => {
  takeInOrder(server, async (_request, _response, answer) => void (await answer()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address) port = address.port;
});
beforeEach(() => void taken.splice(0));
afterAll(() => void server.close());

const ask = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`;

/** Some turns of the loop, in which whatever has come would be taken. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
}

it("takes requests of one connection one after the other, and answers them all in their order", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(ask("/1") + ask("/2") + ask("/3", "connection: close\r\n"));
  const answered = text(socket);
  for (const path of ["/1", "/2", "/3"]) {
    await expect.poll(() => taken.at(-1)?.url).toBe(path);
    await settle();
    expect(taken.at(-1)?.url).toBe(path);
    taken.at(-1)?.response.end(`of ${path};`);
  }
  expect((await answered).match(/of \/\d/g)).toEqual(["of /1", "of /2", "of /3"]);
});

it("takes what comes on other connections meanwhile", async () => {
  const sockets = ["/a", "/b"].map((path) => connect(port, "127.0.0.1").end(ask(path)));
  await expect.poll(() => taken.map(({ url }) => url).sort()).toEqual(["/a", "/b"]);
  for (const socket of sockets) socket.destroy();
});

it("takes nothing more of a connection that is closed", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(ask("/1").repeat(10));
  await expect.poll(() => taken.length).toBe(1);
  const closed = taken[0] && once(taken[0].response, "close");
  socket.destroy();
  await closed;
  await settle();
  expect(taken).toHaveLength(1);
});

it.each(["", "expect: what-nobody-knows\r\n"])(
  "cuts off who asks for more than sixteen ahead %j",
  async (header) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(ask("/1") + ask("/1", header).repeat(17));
    await once(socket, "close");
    expect(taken).toHaveLength(1);
  },
);

it("refuses more than a hundred headers: of those beyond nobody here would see that they say how a body comes", async () => {
  const askWith = (count: number) => {
    const socket = connect(port, "127.0.0.1");
    // With the host and the last one.
    const headers = Array.from({ length: count - 2 }, (_, index) => `h${index}:\r\n`).join("");
    socket.write(ask("/", `${headers}connection: close\r\n`));
    return text(socket);
  };
  const answered = askWith(100);
  await expect.poll(() => taken.length).toBe(1);
  taken[0]?.response.end("of a hundred");
  expect(await answered).toContain("of a hundred");
  for (const count of [101, 102, 140, 1_000]) {
    expect(await askWith(count)).toMatch(/^HTTP\/1\.1 431 .*100 headers at most/s);
  }
  const chunked = connect(port, "127.0.0.1").on("error", () => {});
  chunked.write(`${ask("/", `${"h:\r\n".repeat(100)}transfer-encoding: chunked\r\n`)}1\r\nx\r\n`);
  expect(await text(chunked)).toMatch(/^HTTP\/1\.1 431 /);
  expect(taken).toHaveLength(1);
});

it("answers what wants to talk otherwise as if it did not", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(ask("/", "connection: upgrade, http2-settings, close\r\nupgrade: h2c\r\n"));
  const answered = text(socket);
  await expect.poll(() => taken.length).toBe(1);
  taken[0]?.response.end("as ever");
  expect(await answered).toMatch(/as ever$/);
  expect(upgrades).toBe(0);
});

it("refuses an address of more than two hundred parameters, over which Next would sit for seconds", async () => {
  const askWith = (count: number) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(ask(`/?${"a&".repeat(count - 1)}a`, "connection: close\r\n"));
    return text(socket);
  };
  expect(await askWith(201)).toMatch(/^HTTP\/1\.1 414 .*200 parameters at most/s);
  expect(taken).toEqual([]);
  const answered = askWith(200);
  await expect.poll(() => taken.length).toBe(1);
  taken[0]?.response.end("of 200");
  expect(await answered).toContain("of 200");
});

it("refuses a path of more than thirty parts, over whose crumbs a page would sit for seconds", async () => {
  const askFor = (path: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(ask(path, "connection: close\r\n"));
    return text(socket);
  };
  for (const path of ["/a".repeat(31), `/w${"\\a".repeat(30)}`, `${"/a".repeat(31)}?b`])
    expect(await askFor(path)).toMatch(/^HTTP\/1\.1 414 .*30 parts at most/s);
  expect(taken).toEqual([]);
  const answered = askFor(`${"/a".repeat(30)}?file=${"/b".repeat(30)}`);
  await expect.poll(() => taken.length).toBe(1);
  taken[0]?.response.end("of 30");
  expect(await answered).toContain("of 30");
});

it("refuses a place that lies deeper than any page, over which Next would sit for half a second", async () => {
  const askFrom = (tree: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(ask("/", `next-router-state-tree: ${tree}\r\nconnection: close\r\n`));
    return text(socket);
  };
  for (const opening of ['["",{"":', "%5B%22%22%2C%7B%22%22%3A", "%5b", "{"]) {
    expect(await askFrom(opening.repeat(101))).toMatch(/^HTTP\/1\.1 400 .*deep/s);
  }
  expect(taken).toEqual([]);
  const answered = askFrom('["",{"":'.repeat(30));
  await expect.poll(() => taken.length).toBe(1);
  taken[0]?.response.end("of 30");
  expect(await answered).toContain("of 30");
});

it("refuses what wants a WebSocket, and ends its connection", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(ask("/", "connection: Upgrade\r\nupgrade: WebSocket\r\n"));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
  expect([taken.length, upgrades]).toEqual([0, 0]);
});

it("closes the connection of who expects what nobody knows, and reads none of what they send", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const ended = once(socket, "close");
  const answered = once(socket.setEncoding("utf8"), "data");
  socket.write(
    "POST /chunked HTTP/1.1\r\nhost: localhost\r\nexpect: what-nobody-knows\r\ntransfer-encoding: chunked\r\n\r\n",
  );
  expect((await answered)[0]).toMatch(/^HTTP\/1\.1 417 .*connection: close/is);
  await ended;
  expect(taken).toEqual([]);
});

it("takes no body whose length is not said, each chunk of which may be a byte", async () => {
  const socket = connect(port, "127.0.0.1");
  const head = "POST /chunked HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
  socket.write(head + "1\r\nx\r\n".repeat(10));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 411 .*Say in Content-Length/s);
  expect(taken).toEqual([]);
});
