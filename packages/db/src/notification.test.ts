import { createServer } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { listenForPolicies } from "./notification";

/** What a PostgreSQL says that is starting up (ErrorResponse of its protocol, 57P03), before it hangs up. */
const STARTING = Buffer.from("E\0\0\0\x23SFATAL\0C57P03\0Mit is starting\0\0", "latin1");

afterEach(() => {
  vi.useRealTimers();
});

it("calls no more after it has said that it cannot listen", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.end(STARTING)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  const url = `postgres://nobody@127.0.0.1:${address.port}/nothing`;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await expect(listenForPolicies(url, { onPolicy: () => {}, onReconnect: () => {} })).rejects.toThrow();
  // A client that goes on sets a timer for its next call.
  expect(vi.getTimerCount()).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});
