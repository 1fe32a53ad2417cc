import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { ensureFounder } from "@baton/db";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { signIn } from "../../test/sign-in";
import { createWebDatabase } from "../../test/web-database";
import { notePeers } from "./client-address";
import { admitPages } from "./page-entrance";
import { takeOpenPageTurn, takePageTurn } from "./person-turns";
import { noteAnswers } from "./sent-answers";
import { takeInOrder } from "./take-in-order";

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let cookie: string;
let origin: string;
/** The pages that are being rendered, and what ends that. */
const rendering = new Map<string, { request: IncomingMessage; end: () => void }>();
const leaving = new Set<AbortController>();
const server = createServer(async (request, response) => {
  if (request.url?.startsWith("/sent")) response.write("the beginning");
  await new Promise<void>((end) => rendering.set(String(request.url), { request, end }));
  rendering.delete(String(request.url));
  response.end();
});

beforeAll(async () => {
  database = await createWebDatabase();
  cookie = (await signIn(database.db, (await ensureFounder(database.db)).id)).get("cookie") ?? "";
  noteAnswers();
  notePeers();
  takeInOrder(server, admitPages);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address) origin = `http://127.0.0.1:${address.port}`;
});
afterEach(async () => {
  for (const each of leaving) each.abort();
  leaving.clear();
  // Some come in only once others are ended.
  for (let round = 0; round < 10; round += 1) {
    for (const { end } of rendering.values()) end();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});
afterAll(async () => {
  server.close();
  await database.drop();
});

/** How many answers said that too much was asked for. */
let refusedCount = 0;

/** Asks for a page on a connection of its own. @returns what leaves it. */
function ask(path: string, asker = cookie): AbortController {
  const left = new AbortController();
  leaving.add(left);
  fetch(origin + path, { headers: { cookie: asker }, signal: left.signal }).then(
    ({ status }) => (refusedCount += Number(status === 429)),
    () => undefined,
  );
  return left;
}

/**
 * Each page is rendered before the next is asked for, or has waited for so long that it
 * stands in its queue: who asks is looked up first.
 */
async function askOneByOne(paths: readonly string[], asker = cookie): Promise<AbortController[]> {
  const asked: AbortController[] = [];
  for (const path of paths) {
    asked.push(ask(path, asker));
    await vi.waitUntil(() => rendering.has(path), { timeout: 200, interval: 5 }).catch(() => undefined);
  }
  return asked;
}

const isRendered = (...paths: string[]) => expect.poll(() => [...rendering.keys()].sort()).toEqual(paths);

it("renders four pages at once of whoever asks for many, and none that they left before", async () => {
  const [, , , , fifth, sixth] = await askOneByOne(["/1", "/2", "/3", "/4", "/5", "/6", "/7"]);
  await isRendered("/1", "/2", "/3", "/4");
  fifth?.abort();
  sixth?.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  rendering.get("/2")?.end();
  await isRendered("/1", "/3", "/4", "/7");
});

it("does not have others wait for them, nor what is no page, nor the page of their account", async () => {
  await askOneByOne(["/1", "/2", "/3", "/4", "/5"]);
  await askOneByOne(["/other"], "");
  await askOneByOne(["/account?tab=1", "/api/trpc/x", "/_next/static/x.js"]);
  await isRendered("/1", "/2", "/3", "/4", "/_next/static/x.js", "/account?tab=1", "/api/trpc/x", "/other");
});

it("takes nothing for a file of the build, or for no page, that leads to one", async () => {
  const roundabout = [
    "/_next/static/../../w",
    "/_next/static/%2e%2e/w",
    "/_next/static//w",
    "/api/../w",
    "/api/%2e%2e/w",
  ];
  await askOneByOne(["/1", "/2", "/3", "/4"]);
  const sockets = roundabout.map((path) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
    return socket;
  });
  await askOneByOne(["/_next/static/x.js"]);
  await isRendered("/1", "/2", "/3", "/4", "/_next/static/x.js");
  for (const socket of sockets) socket.destroy();
});

it("knows a person by whichever of their sign-ins", async () => {
  const other = (await signIn(database.db, (await ensureFounder(database.db)).id)).get("cookie") ?? "";
  expect(other).not.toBe(cookie);
  await askOneByOne(["/1", "/2", "/3"]);
  await askOneByOne(["/4", "/5", "/6"], other);
  await isRendered("/1", "/2", "/3", "/4");
});

it("takes a cookie that was made up, or signed for something else, for none", async () => {
  const [name = ""] = cookie.split("=");
  const sign = (value: string) =>
    createHmac("sha256", process.env.BATON_SECRET ?? "")
      .update(value)
      .digest("base64");
  for (const [index, path] of ["/1", "/2", "/3"].entries()) {
    await askOneByOne([path], `${name}=${index}.${"x".repeat(43)}%3D`);
    await askOneByOne([`${path}signed`], `${name}=${encodeURIComponent(`${index}.${sign(String(index))}`)}`);
  }
  await isRendered("/1", "/1signed", "/2", "/2signed");
});

it("lets the next page in once one has its turn: it is kept by its turn from then on", async () => {
  await askOneByOne(["/1", "/2", "/3", "/4", "/5", "/6"]);
  await isRendered("/1", "/2", "/3", "/4");
  const never = new AbortController().signal;
  await takePageTurn({ userId: "ada", headers: headersOf("/1"), isOfAccount: false }, never);
  await isRendered("/1", "/2", "/3", "/4", "/5");
  await takeOpenPageTurn("192.0.2.9", headersOf("/2"), never);
  await isRendered("/1", "/2", "/3", "/4", "/5", "/6");
});

it("lets the next page in once one that takes no turn is being sent: whoever does not read it keeps nobody out", async () => {
  await askOneByOne(["/sent1", "/sent2", "/sent3", "/sent4", "/5"]);
  await isRendered("/5", "/sent1", "/sent2", "/sent3", "/sent4");
});

it("lets the next page in a second after others were left that never end", async () => {
  const left = await askOneByOne(["/1", "/2", "/3", "/4"]);
  await isRendered("/1", "/2", "/3", "/4");
  ask("/5");
  const before = performance.now();
  for (const each of left) each.abort();
  await expect.poll(() => rendering.has("/5"), { timeout: 10_000 }).toBe(true);
  expect(performance.now() - before).toBeGreaterThan(900);
});

function headersOf(path: string): Headers {
  return new Headers({ "x-answer": String(rendering.get(path)?.request.headers["x-answer"]) });
}

it("says so where too much is asked for", async () => {
  for (let count = 0; count < 1_020; count += 1) ask(`/${count}`);
  await expect.poll(() => refusedCount, { timeout: 10_000 }).toBe(16);
});
