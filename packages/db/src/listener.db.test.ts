import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../test/database";
import { Listener } from "./listener";

const CHANNEL = "listener_test";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const send = (payload: string) => database.db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);

it("Listener receives messages, and reports when it reconnects after a lost connection", async () => {
  const messages: string[] = [];
  let connectCount = 0;
  const listener = new Listener(database.url, CHANNEL, {
    onMessage: (payload) => messages.push(payload),
    onConnect: () => {
      connectCount += 1;
    },
  });
  await listener.ready;
  await send("one");
  await expect.poll(() => messages).toEqual(["one"]);
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`);
  await expect.poll(() => connectCount).toBe(2);
  await send("two");
  await expect.poll(() => messages).toEqual(["one", "two"]);
  await listener.close();
});

it("Listener closes its connection", async () => {
  const listener = new Listener(database.url, CHANNEL, { onMessage: () => {} });
  await listener.ready;
  await listener.close();
  const { rows: listening } = await database.db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'`);
  expect([...listening]).toEqual([]);
});

it("Listener is ready after the first failed attempt, and keeps trying to connect", async () => {
  const failures: unknown[] = [];
  const url = new URL(database.url);
  url.pathname = "/nothing";
  const listener = new Listener(url.href, CHANNEL, {
    onMessage: () => {},
    onFailure: (error) => failures.push(error),
  });
  await listener.ready;
  expect(failures).toHaveLength(1);
  await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(2);
  await listener.close();
});
