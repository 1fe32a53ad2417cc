import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createChance } from "@baton/core/test/chance";
import { sizeOfRun } from "@baton/core/test/soak";
import { createApiKey } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { bundleHttpChildren, type HttpChild, type HttpChildren } from "../../test/http-children";
import { contextHandoff, select } from "../../test/scratch";

const SENDERS = 4;
/** Half of the lines have an event ID; the others are identified only by their position. */
const LINES = 12;
/** Number of acknowledgements of each sender's first batch. */
const AGAIN = sizeOfRun({ suite: 8, soak: 20 });

let children: HttpChildren;
beforeAll(async () => {
  children = await bundleHttpChildren();
});
afterAll(() => children.remove());

let chance: () => number;
beforeEach(({ onTestFailed }) => {
  chance = createChance(onTestFailed);
});

interface Target {
  child: HttpChild;
  token: string;
}

interface Loss {
  ackedBatches: number;
  lostLines: number;
  doubledLines: number;
}

/**
 * Runs senders that post batches, repeating each until it is acknowledged, while their connections are cut
 * and the process is killed.
 */
async function postUnderFire(mode: string, kills: number): Promise<Loss> {
  const database = await createTestDatabase();
  try {
    await ensureWorkspace(database.db, { workspaceId: "w" });
    const { token } = await createApiKey(database.db, {
      workspaceId: "w",
      name: "sender",
      scopes: ["ingest"],
      createdBy: "test",
      expiresAt: null,
    });
    const target = { child: await children.start(database.url, mode), token };
    const acked: string[] = [];
    let isOver = false;
    const senders = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let batch = 0; !isOver; batch++) {
        const name = `batch-${sender}-${batch}`;
        const body = buildBatch(name);
        const sendUntilAcked = async () => {
          while ((await send(target, name, body)) !== 200) await sleep(10);
        };
        await sendUntilAcked();
        acked.push(name);
        if (batch === 0) for (let again = 1; again < AGAIN; again++) await sendUntilAcked();
        else if (chance() < 0.3) await send(target, name, body);
      }
    });
    for (let kill = 0; kill < kills; kill++) {
      const before = acked.length;
      while (acked.length < before + 3) await sleep(2);
      await sleep(chance() * 40);
      await target.child.kill();
      target.child = await children.start(database.url, mode);
    }
    isOver = true;
    await Promise.all(senders);
    await sleep(200);
    await target.child.kill();
    return await countLoss(database, acked);
  } finally {
    await database.drop();
  }
}

async function countLoss(
  { db }: Awaited<ReturnType<typeof createTestDatabase>>,
  acked: string[],
): Promise<Loss> {
  const Row = z.object({ session: z.string(), counted: z.coerce.number(), handoffs: z.coerce.number() });
  const rows = await select(
    db,
    Row,
    `select session, sum(counted) as counted, sum(handoffs) as handoffs
     from (select session_id as session, count(*) filter (where duplicate_of is null) as counted, 0 as handoffs
         from event group by 1
       union all select session_id, 0, count(*) from handoff group by 1) each group by 1`,
  );
  const found = new Map(rows.map(({ session, counted, handoffs }) => [session, { counted, handoffs }]));
  const differences = acked.flatMap((name) => {
    const { counted, handoffs } = found.get(name) ?? { counted: 0, handoffs: 0 };
    return [counted - LINES, handoffs - LINES / 2];
  });
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    ackedBatches: acked.length,
    lostLines: sum(differences.map((difference) => Math.max(0, -difference))),
    doubledLines: sum(differences.map((difference) => Math.max(0, difference))),
  };
}

function buildBatch(name: string): string {
  const lines = Array.from({ length: LINES }, (_, index) =>
    index % 2 === 0
      ? contextHandoff({ session_id: name, event_id: `${name}-${index}` })
      : { event_type: "note", session_id: name, timestamp: "2026-03-01T10:00:00Z", text: "x".repeat(200) },
  );
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * Posts a batch.
 * @returns the status, or null without a response: the connection was cut at a random byte or moment, or the
 *   process died.
 */
function send({ child, token }: Target, name: string, body: string): Promise<number | null> {
  return new Promise((resolve) => {
    const outgoing = request({
      host: "127.0.0.1",
      port: child.port,
      path: "/v1/events",
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/x-ndjson",
        "content-length": Buffer.byteLength(body),
        "idempotency-key": name,
      },
      timeout: 20_000,
    });
    const giveUp = () => {
      outgoing.destroy();
      resolve(null);
    };
    outgoing.on("error", giveUp).on("timeout", giveUp);
    outgoing.on("response", (response) => {
      response.on("error", giveUp).resume();
      response.on("end", () => resolve(response.statusCode ?? null));
    });
    const fate = chance();
    if (fate < 0.15) {
      outgoing.write(body.slice(0, Math.floor(chance() * body.length)));
      setTimeout(giveUp, chance() * 10);
    } else {
      outgoing.end(body);
      if (fate < 0.3) setTimeout(giveUp, chance() * 40);
    }
  });
}

describe("an acknowledged batch", () => {
  const kills = sizeOfRun({ suite: 5, soak: 50 });

  it("is stored once, despite kills, cut connections and repeated requests", async () => {
    const loss = await postUnderFire("careful", kills);
    const { ackedBatches, lostLines, doubledLines } = loss;
    console.info(
      `${kills} kills: ${ackedBatches} batches kept, ${lostLines} lines lost, ${doubledLines} twice`,
    );
    expect(loss).toMatchObject({ lostLines: 0, doubledLines: 0 });
    expect(loss.ackedBatches).toBeGreaterThan(kills);
  }, 900_000);

  it("would be lost if it was acknowledged before it is stored", async () => {
    expect((await postUnderFire("hasty", 3)).lostLines).toBeGreaterThan(0);
  }, 120_000);

  it("would be stored twice if its idempotency key was not stored with it", async () => {
    expect((await postUnderFire("forgetful", 1)).doubledLines).toBeGreaterThan(0);
  }, 120_000);
});
