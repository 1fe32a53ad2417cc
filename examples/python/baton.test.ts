import { execFile, spawnSync } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const STAND_IN = hasPython ? "" : " (stand-in: the same requests from Node, where there is no python3)";

const THREADS = 8;
const CALLS = 5;
/** Pause of each thread between two calls. */
const IDLE_MILLISECONDS = 20;

const PROGRAM = `
import sys, threading, time
from baton import Baton

baton = Baton(sys.argv[1], "key")
right = []

def ask(thread):
    for call in range(${CALLS}):
        number = thread * 100 + call
        right.append(baton.scope("a", "b", number)["scoped"] == number)
        time.sleep(${IDLE_MILLISECONDS / 1000})

threads = [threading.Thread(target=ask, args=(each,)) for each in range(${THREADS})]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(right.count(True))
`;

/** Responds with the context of the request, and counts connections. */
async function serve(onAnswered: (socket: Socket, answers: number) => void) {
  let connections = 0;
  const answersOf = new WeakMap<Socket, number>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { context } = JSON.parse(await text(request));
    response.once("finish", () => {
      const answers = (answersOf.get(request.socket) ?? 0) + 1;
      answersOf.set(request.socket, answers);
      onAnswered(request.socket, answers);
    });
    response.end(JSON.stringify({ scoped: context, rule_id: null }));
  };
  // A request that arrives during the close is aborted; the client repeats it.
  const server = createServer((request, response) => void answer(request, response).catch(() => {}));
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server listens");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${address.port}`, countConnections: () => connections, stop };
}

/** Returns how many calls got the expected response. */
async function ask(url: string): Promise<number> {
  if (!hasPython) return fetchFromNode(url);
  const env = { ...process.env, PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: "1" };
  return Number((await run("python3", ["-c", PROGRAM, url], { env })).stdout);
}

async function fetchFromNode(url: string): Promise<number> {
  const askSequentially = async (thread: number) => {
    let right = 0;
    for (let call = 0; call < CALLS; call += 1) {
      const body = JSON.stringify({ from: "a", to: "b", context: thread * 100 + call });
      const headers = { connection: "close" };
      const answer = await fetch(`${url}/api/v1/scope`, { method: "POST", headers, body });
      if ((await answer.json()).scoped === thread * 100 + call) right += 1;
      await sleep(IDLE_MILLISECONDS);
    }
    return right;
  };
  const counts = await Promise.all(Array.from({ length: THREADS }, (_, thread) => askSequentially(thread)));
  return counts.reduce((sum, count) => sum + count, 0);
}

it(`the Python client is shared by ${THREADS} threads, with one connection each${STAND_IN}`, async () => {
  const server = await serve(() => {});
  try {
    expect(await ask(server.url)).toBe(THREADS * CALLS);
    expect(server.countConnections()).toBe(hasPython ? THREADS : THREADS * CALLS);
  } finally {
    server.stop();
  }
});

it(`the Python client reconnects when the server closed an idle connection${STAND_IN}`, async () => {
  const server = await serve((socket) => socket.end());
  try {
    expect(await ask(server.url)).toBe(THREADS * CALLS);
    expect(server.countConnections()).toBe(THREADS * CALLS);
  } finally {
    server.stop();
  }
});

it(`the Python client repeats a request that arrives during the close${STAND_IN}`, async () => {
  const server = await serve((socket, answers) => {
    if (answers === 1) socket.once("data", () => socket.destroy());
  });
  try {
    expect(await ask(server.url)).toBe(THREADS * CALLS);
    // On each connection the first request gets a response; the second arrives during the close, and is
    // repeated on the next one.
    expect(server.countConnections()).toBe(THREADS * CALLS);
  } finally {
    server.stop();
  }
});
