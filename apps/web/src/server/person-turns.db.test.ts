import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { endSignIns, ensureFounder } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET, POST } from "@/app/api/trpc/[trpc]/route";
import { signIn } from "../../test/sign-in";
import { createWebDatabase } from "../../test/web-database";
import { takePageTurn } from "./person-turns";
import { noteAnswers } from "./sent-answers";

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let cookie: string;
/** Sends the answers that are there, one each. */
const ready: (() => void)[] = [];
/** What of each request that has a body was read. */
const sent: IncomingMessage[] = [];
/** Answers as Next does, but that each answer is kept until it is told to go. */
let latest: unknown;
const server = createServer(async (request, response) => {
  latest = request.headers["x-answer"];
  const headers = new Headers({ cookie, "x-answer": String(request.headers["x-answer"]) });
  for (const name of ["content-length", "content-type", "origin", "host"]) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, `${value}`);
  }
  const { method = "GET" } = request;
  if (method === "POST") sent.push(request);
  const body = method === "POST" ? streamOf(request) : null;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  const asked = new Request(`http://localhost${request.url}`, init);
  const answer = await (method === "POST" ? POST(asked) : GET(asked));
  const told = await answer.text();
  if (!response.closed) ready.push(() => response.writeHead(answer.status).end(told));
});

beforeAll(async () => {
  database = await createWebDatabase();
  await ensureWorkspace(database.db, { workspaceId: "w" });
  cookie = (await signIn(database.db, (await ensureFounder(database.db)).id)).get("cookie") ?? "";
  noteAnswers();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await database.drop();
});

/** A body as Next gives it: read when it is asked for. */
function streamOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = request[Symbol.asyncIterator]();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

const LIST = "workspaces.list";

function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the server listens");
  const origin = `http://127.0.0.1:${address.port}`;
  return fetch(`${origin}/api/trpc/${path}`, { ...options, headers: { origin, ...options.headers } });
}

it("answers four requests of a person at once, and the next when all of one answer was sent, or nobody waits for it", async () => {
  const [leaving, left] = [new AbortController(), new AbortController()];
  const asked = Array.from({ length: 3 }, () => ask(LIST, { headers: { "x-answer": "1" } }));
  const unread = ask(LIST, { signal: leaving.signal }).catch(() => "left");
  await expect.poll(() => ready.length).toBe(4);
  const gone = ask(LIST, { signal: left.signal }).catch(() => "left");
  asked.push(ask(LIST), ask(LIST));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(ready).toHaveLength(4);
  left.abort();
  expect(await gone).toBe("left");
  for (const send of ready.splice(0, 1)) send();
  await expect.poll(() => ready.length).toBe(4);
  leaving.abort();
  expect(await unread).toBe("left");
  await expect.poll(() => ready.length).toBeGreaterThan(4);
  for (const send of ready.splice(0)) send();
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

it.each(["policies.parse", "live.rows"])(
  "reads what a person sends to %s four at a time, however large, and nothing of what waits; all are answered",
  async (procedure) => {
    const body = JSON.stringify({ json: { text: "x".repeat(300_000) } });
    const asked = Array.from({ length: 6 }, () =>
      ask(procedure, { method: "POST", headers: { "content-type": "application/json" }, body }),
    );
    await expect.poll(() => sent.length).toBe(6);
    await expect.poll(() => ready.length).toBe(4);
    expect(sent.splice(0).filter((request) => request.readableDidRead)).toHaveLength(4);
    for (const send of ready.splice(0)) send();
    await expect.poll(() => ready.length).toBe(2);
    for (const send of ready.splice(0)) send();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).not.toContain(429);
  },
);

it("gives a page one turn, however often it is rendered: what says that something is not there is rendered anew", async () => {
  const asked = ask(LIST);
  await expect.poll(() => ready.length).toBe(1);
  const headers = new Headers({ "x-answer": String(latest) });
  for (let count = 0; count < 5; count += 1)
    await takePageTurn({ userId: "somebody", headers, isOfAccount: false }, AbortSignal.abort());
  for (const send of ready.splice(0)) send();
  expect((await asked).status).toBe(200);
});

it("answers one question a request: a batch would be one turn of any size", async () => {
  const asked = ask(`${LIST},${LIST}?batch=1&input=${encodeURIComponent('{"0":{},"1":{}}')}`);
  await expect.poll(() => ready.length).toBe(1);
  for (const send of ready.splice(0)) send();
  const answer = await asked;
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("Batching is not enabled");
});

it("does nothing for whoever was signed out while what they sent came", async () => {
  const send = async (meanwhile: () => Promise<unknown>) => {
    const text = JSON.stringify({
      json: { workspace: "w", name: `v${Math.random()}`, params: { range: "7d" } },
    });
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("the server listens");
    const socket = connect(address.port, "127.0.0.1");
    const head = [
      "POST /api/trpc/savedViews.save HTTP/1.1",
      `host: 127.0.0.1:${address.port}`,
      `origin: http://127.0.0.1:${address.port}`,
      "content-type: application/json",
      `content-length: ${text.length}`,
      "connection: close",
      "",
      "",
    ].join("\r\n");
    socket.write(head + text.slice(0, 1));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await meanwhile();
    socket.write(text.slice(1));
    await expect.poll(() => ready.length, { timeout: 5_000 }).toBe(1);
    for (const answer of ready.splice(0)) answer();
    return Number((await buffer(socket)).toString().slice(9, 12));
  };
  expect(await send(async () => {})).toBe(200);
  const { id: userId } = await ensureFounder(database.db);
  expect(await send(() => endSignIns(database.db, { userId }))).toBe(401);
});
