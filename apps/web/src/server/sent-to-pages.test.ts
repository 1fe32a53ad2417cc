import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { config } from "../proxy";
import { hideSent } from "./sent-to-pages";

/** Tells what Next would see of a request. */
const server = createServer((request, response) => {
  hideSent(request, response);
  response.end(`${request.method} ${request.headers["x-sent-by"] ?? "-"}`);
});
let port: number;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address) port = address.port;
});
afterAll(() => server.close());

/**
 * Sends the head of a request as it is written here, with a body that is announced and never comes. @returns
 * all that is answered, once the connection has ended.
 */
async function send(method: string, path: string, headers = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
  return text(socket);
}

const CLOSING = "connection: close\r\n";
const BODY = "content-length: 8000000\r\n";

/** As Next goes by it, but for what it adds for files of data. */
const isProxied = (path: string) => new RegExp(`^${config.matcher}$`).test(path);

it.each([
  "/",
  "/sign-in",
  "/w/sample/policies",
  "/api",
  "/apis",
  "/api/%74rpc/x",
  "/api/../sign-in",
  "/api//x",
])("hides what is sent to %s, and waits for none of it", async (path) =>
  expect(await send("POST", path, BODY)).toMatch(/connection: close[\s\S]*GET POST$/i),
);

it.each(["/api/trpc/live.rows", "/api/v1/scope?a=%20", "/api/v1/manifests/validate", "/api/nothing"])(
  "leaves what is sent to %s to its handler: the proxy, for which it would be copied, is not asked",
  async (path) => {
    expect(await send("POST", path, CLOSING)).toMatch(/POST -$/);
    expect(isProxied(path.split("?")[0] ?? "")).toBe(false);
  },
);

it("leaves what is read as it is, and hides what no Request can be made of", async () => {
  expect(await send("GET", "/sign-in", CLOSING)).toMatch(/GET -$/);
  expect(await send("TRACE", "/api/trpc/x", CLOSING)).toMatch(/GET TRACE$/);
  expect(await send("OPTIONS", "*", CLOSING)).toMatch(/GET OPTIONS$/);
  expect(await send("GET", "http://elsewhere.example/", CLOSING)).toMatch(/GET GET$/);
});

it("is told nothing by a client of what was sent", async () => {
  expect(await send("GET", "/sign-in", `x-sent-by: POST\r\n${CLOSING}`)).toMatch(/GET -$/);
});

it.each(["/", "/w/sample", "/api", "/api/%74rpc/x", "/_next/data/x/api/y.json", "/_next/image"])(
  "has the proxy asked for %s",
  (path) => expect(isProxied(path)).toBe(true),
);
