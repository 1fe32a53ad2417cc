import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerSent, noteAnswers } from "./sent-answers";

const requests: [IncomingMessage, ServerResponse][] = [];
const server = createServer((...request) => void requests.push(request));
let origin: string;

beforeAll(async () => {
  noteAnswers();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address) origin = `http://127.0.0.1:${address.port}`;
});
afterAll(() => server.close());

async function ask(signal: AbortSignal | null = null) {
  const asked = fetch(origin, { headers: { "x-answer": "of-my-choice" }, signal }).then(
    (answer) => answer.ok,
  );
  await expect.poll(() => requests.length).toBe(1);
  const [request, response] = requests.pop() ?? [];
  if (!request || !response) throw new Error("the request has come");
  const headers = new Headers({ "x-answer": String(request.headers["x-answer"]) });
  return { asked, request, response, headers, sent: answerSent(headers) };
}

it("knows when an answer was sent, by a name that no client chooses", async () => {
  const { asked, response, headers, sent } = await ask();
  expect(headers.get("x-answer")).not.toBe("of-my-choice");
  expect(sent?.aborted).toBe(false);
  response.end("text");
  expect(await asked).toBe(true);
  await expect.poll(() => sent?.aborted).toBe(true);
  expect(answerSent(headers)?.aborted).toBe(true);
  expect(answerSent(new Headers())).toBeNull();
});

it("knows when whoever asked has left", async () => {
  const leaving = new AbortController();
  const { asked, sent } = await ask(leaving.signal);
  leaving.abort();
  await expect(asked).rejects.toThrow("aborted");
  await expect.poll(() => sent?.aborted).toBe(true);
});

it("knows it of requests that wait behind another one on a connection that is closed", async () => {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3));
  await expect.poll(() => requests.length).toBe(3);
  const sent = requests
    .splice(0)
    .map(([request]) => answerSent(new Headers({ "x-answer": String(request.headers["x-answer"]) })));
  expect(sent.map((signal) => signal?.aborted)).toEqual([false, false, false]);
  socket.destroy();
  await expect.poll(() => sent.every((signal) => signal?.aborted)).toBe(true);
});

it("has connections closed over which nothing goes for two minutes", async () => {
  const { asked, request } = await ask();
  expect(request.socket.timeout).toBe(120_000);
  request.socket.emit("timeout");
  await expect(asked).rejects.toThrow();
});
