import { startTemporaryPostgres } from "@baton/db/server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandby } from "../test/standby";
import { type Connection, connect, createClient, type Database } from "./client";
import { getLogPosition, type LogPosition, Replica } from "./replica";

let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let standby: Awaited<ReturnType<typeof startStandby>>;
let primary: Connection;
let replica: Replica;
let failures: unknown[];
beforeAll(async () => {
  server = await startTemporaryPostgres();
  primary = connect(server.administratorUrl, { max: 2 });
  await primary.db.execute(sql`create table note (number int)`);
  standby = await startStandby(server.administratorUrl);
  failures = [];
  replica = new Replica(primary.db, standby.url, (error) => failures.push(error));
});
afterAll(async () => {
  await replica.close();
  await standby.stop();
  await primary.close();
  await server.stop();
});

describe("a read replica", () => {
  it("serves reads, except reads right after a write that it does not have yet", async () => {
    await write(1);
    const first = await getLogPosition(primary.db);
    await untilReplayed(first);
    expect(await replica.choose([first])).not.toBe(primary.db);
    expect(await read(await replica.choose([first]))).toEqual([1]);

    await onStandby("select pg_wal_replay_pause()");
    await write(2);
    const second = await getLogPosition(primary.db);
    expect(await replica.choose([first, second])).toBe(primary.db);
    expect(await read(await replica.choose([second]))).toEqual([1, 2]);
    // A reader without the position of the write may see the earlier state; without the position, so would
    // the writer.
    expect(await read(await replica.choose([]))).toEqual([1]);

    await onStandby("select pg_wal_replay_resume()");
    await untilReplayed(second);
    expect(await read(await replica.choose([second]))).toEqual([1, 2]);
  });

  it("never hides a write from its writer, even with concurrent writes", async () => {
    for (let round = 10; round < 40; round += 1) {
      await Promise.all([write(round), write(-round)]);
      const position = await getLogPosition(primary.db);
      expect(await read(await replica.choose([position]))).toEqual(expect.arrayContaining([round, -round]));
    }
  });

  it("rejects writes, and the primary replaces a stopped replica", async () => {
    await expect(onStandby("insert into note values (3)")).rejects.toThrow("read-only transaction");
    expect(failures).toEqual([]);
    await standby.stop();
    // Reports one failure, and then leaves the replica out for a while.
    const chosen = await Promise.all([replica.choose([]), replica.choose([])]);
    expect([...chosen, await replica.choose([])]).toEqual([primary.db, primary.db, primary.db]);
    expect(failures).toHaveLength(1);
  });
});

async function write(number: number): Promise<void> {
  await primary.db.execute(sql`insert into note values (${number})`);
}

async function read(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(sql`select number from note order by number`);
  return [...rows].map(({ number }) => number);
}

async function untilReplayed(position: LogPosition): Promise<void> {
  while ((await replica.choose([position])) === primary.db) await new Promise(setImmediate);
}

async function onStandby(statement: string): Promise<void> {
  const client = createClient(standby.url);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}
