import { createServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PolicyChanges } from "./policy-changes";

/** What a PostgreSQL says that is starting up (ErrorResponse of its protocol, 57P03), before it hangs up. */
const STARTING = Buffer.from("E\0\0\0\x23SFATAL\0C57P03\0Mit is starting\0\0", "latin1");
const server = createServer((socket) => socket.once("data", () => socket.end(STARTING)));
let url: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  url = `postgres://nobody@127.0.0.1:${address.port}/nothing`;
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise((resolve) => server.close(resolve));
});

it("tells once that it cannot listen, however many wait", async () => {
  const failures: unknown[] = [];
  const changes = new PolicyChanges(url, (error) => failures.push(error));
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 20 }, () => changes.watch("here", signal)));
  expect(failures).toHaveLength(1);
  // It is to be tried again once, and not once for each who waits.
  expect(vi.getTimerCount()).toBe(1);
  vi.runOnlyPendingTimers();
  while (failures.length < 2) await nextTurn();
  expect(vi.getTimerCount()).toBe(1);
  await changes.close();
});
