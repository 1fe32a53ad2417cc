import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createChance } from "@baton/core/test/chance";
import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../test/database";
import { type Connection, connect } from "./client";
import { isContentFault, isDatabaseFailure } from "./sql/database/data-error";
import { insertRows } from "./sql/statement/insert-rows";

const pair = pgTable("pair", { number: integer("number").notNull(), half: text("half").notNull() });
/** Enough rows for COPY, which can be interrupted in its own ways. */
const ROWS = 60;
/** The shortest run has this many interruptions. */
const CUTS = 4;
/** Largest number of connections of the pool. */
const CONNECTIONS = 3;

/**
 * A proxy to the database that can be cut: cleanly, as a server shuts down, or by a reset, as a network
 * fails.
 */
class CuttableWay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = dial(Number(target.port), target.hostname);
      this.#sockets.add(near);
      near.on("close", () => this.#sockets.delete(near) && far.destroy());
      far.on("close", () => near.destroy());
      for (const socket of [near, far]) socket.on("error", () => socket.destroy());
      near.pipe(far).pipe(near);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  }

  cut(how: "end" | "reset"): void {
    for (const socket of this.#sockets) how === "end" ? socket.destroy() : socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut("end");
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let way: CuttableWay;
let connection: Connection;

let chance: () => number;
beforeEach(({ onTestFailed }) => {
  chance = createChance(onTestFailed);
});

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`create table pair (number int not null, half text not null)`);
  way = new CuttableWay(new URL(database.url));
  const url = new URL(database.url);
  url.port = String(await way.listen());
  connection = connect(url.href, { max: CONNECTIONS });
});

afterAll(async () => {
  await connection.close();
  await way.close();
  await database.drop();
});

/** More queries at once than the pool has connections, so that they use all of them. */
const QUERIES = 9;
const runQueries = () =>
  Promise.allSettled(Array.from({ length: QUERIES }, () => connection.db.execute(sql`select 1`)));

/** Stores both rows in one transaction, with a pause between them in which the connection may fail. */
async function storePair(number: number): Promise<"stored" | "failed"> {
  const rows = (half: string) =>
    Array.from({ length: number % 2 === 0 ? ROWS : 1 }, () => ({ number, half }));
  try {
    await connection.db.transaction(async (transaction) => {
      await insertRows(transaction, pair, rows("left"), sql``);
      await sleep(chance() * 4);
      await insertRows(transaction, pair, rows("right"), sql``);
    });
    return "stored";
  } catch (error) {
    expect([isDatabaseFailure(error), isContentFault(error, true)]).toEqual([true, false]);
    return "failed";
  }
}

describe.each(["end", "reset"] as const)("a connection that ends by %s", (how) => {
  it("rolls back its own transaction completely, and no other", async () => {
    await database.db.execute(sql`truncate pair`);
    const outcomes = new Map<number, "stored" | "failed">();
    let cuts = 0;
    const cutting = (async () => {
      for (; cuts < CUTS; cuts++) {
        await sleep(40 + chance() * 300);
        way.cut(how);
      }
    })();
    // On a busy machine, one cut comes soon after another. It takes longer then until some are stored.
    const haveAllCome = () => {
      const kinds = [...outcomes].map(([number, outcome]) => (outcome === "failed" ? outcome : number % 2));
      return new Set(kinds).size === 3;
    };
    for (let round = 0; cuts < CUTS || !haveAllCome(); round++) {
      const numbers = Array.from({ length: 6 }, (_, index) => round * 6 + index);
      const results = await Promise.all(numbers.map(storePair));
      for (const [index, number] of numbers.entries()) outcomes.set(number, results[index] ?? "failed");
    }
    await cutting;
    const { rows } = await database.db.execute<{ number: number; halves: string }>(
      sql`select number, string_agg(half || ' ' || rows, ', ' order by half) as halves
        from (select number, half, count(*) as rows from pair group by number, half) as counted group by number`,
    );
    const stored = new Map(rows.map(({ number, halves }) => [number, halves]));
    expect(new Set(stored.values())).toEqual(new Set(["left 1, right 1", `left ${ROWS}, right ${ROWS}`]));
    // Acknowledged rows are stored. A commit without a received response may be stored as well.
    const acknowledged = [...outcomes].filter(([, outcome]) => outcome === "stored");
    expect(acknowledged.filter(([number]) => !stored.has(number))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.length).toBeLessThan(outcomes.size);
  });

  it("leaves the pool usable", async () => {
    await runQueries();
    way.cut(how);
    // A connection shows its end only after the pool gave it to a query: each one fails at most once.
    const first = await runQueries();
    expect(first.filter(({ status }) => status === "rejected").length).toBeLessThanOrEqual(CONNECTIONS);
    const second = await runQueries();
    expect(second.map(({ status }) => status)).toEqual(Array(QUERIES).fill("fulfilled"));
  });
});
