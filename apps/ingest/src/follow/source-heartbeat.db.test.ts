import type { Database } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { count, select } from "../../test/scratch";
import { NO_COUNTS } from "../pipeline/ingest-context";
import type { Lag } from "./file-queue";
import { SourceHeartbeat } from "./source-heartbeat";
import { SourceMetrics } from "./source-metrics";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const Status = z.object({ root: z.string(), bytes: z.coerce.number(), seconds: z.coerce.number() });

it("SourceHeartbeat stores read counts per source and minute, and the current lag, for a day", async () => {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "w" });
  const sourceId = await registerSource(db, { workspaceId: "w", root: "/a" });
  await registerSource(db, { workspaceId: "w", root: "/b" });
  let lags: Lag[] = [{ workspaceId: "w", sourceId, bytes: 4_000, seconds: 2.2 }];
  const failures: unknown[] = [];
  const minutes = new SourceMetrics();
  const pulse = new SourceHeartbeat(
    db,
    minutes,
    () => lags,
    (_, error) => failures.push(error),
  );
  const statuses = () =>
    select(db, Status, "select root, lag_bytes as bytes, lag_seconds as seconds from source order by root");
  const counts = { ...NO_COUNTS, lineCount: 10, byteCount: 1_000, eventCount: 9, quarantinedCount: 1 };
  minutes.count({ workspaceId: "w", sourceId }, counts);
  await pulse.beat();
  minutes.count({ workspaceId: "w", sourceId }, counts);
  minutes.count({ workspaceId: "w", sourceId }, NO_COUNTS);
  await pulse.beat();
  const sums =
    "source_minute having sum(line_count) = 20 and sum(byte_count) = 2000 and sum(quarantined_count) = 2";
  expect(await count(db, `(select 1 from ${sums}) as sums`)).toBe(1);
  expect(await statuses()).toEqual([
    { root: "/a", bytes: 4_000, seconds: 3 },
    { root: "/b", bytes: 0, seconds: 0 },
  ]);
  lags = [];
  await db.execute(sql`update source_minute set minute = now() - interval '25 hours'`);
  const next = new SourceHeartbeat(
    db,
    new SourceMetrics(),
    () => lags,
    (_, error) => failures.push(error),
  );
  next.start();
  await next.stop();
  expect(await statuses()).toMatchObject([{ bytes: 0, seconds: 0 }, {}]);
  expect(await count(db, "source_minute")).toBe(0);
  expect(failures).toEqual([]);
});

it("SourceHeartbeat counts each batch once, at whichever step the database fails", async () => {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "failing" });
  const place = {
    workspaceId: "failing",
    sourceId: await registerSource(db, { workspaceId: "failing", root: "/c" }),
  };
  const counts = { ...NO_COUNTS, lineCount: 10, byteCount: 1_000, eventCount: 9, quarantinedCount: 1 };
  const failures: string[] = [];
  let failingAt: string | null = "transaction";
  const minutes = new SourceMetrics();
  const pulse = new SourceHeartbeat(
    failWhere(db, (method) => method === failingAt),
    minutes,
    () => [],
    (doing) => failures.push(doing),
  );
  minutes.count(place, counts);
  const beat = pulse.beat();
  minutes.count(place, { ...counts, lineCount: 1, byteCount: 100 });
  await beat;
  failingAt = "delete";
  await pulse.beat();
  failingAt = null;
  await pulse.beat();
  const Sum = z.object({ lines: z.coerce.number(), bytes: z.coerce.number() });
  const sums =
    "select sum(line_count) as lines, sum(byte_count) as bytes from source_minute where workspace_id = 'failing'";
  expect(await select(db, Sum, sums)).toEqual([{ lines: 11, bytes: 1_100 }]);
  expect(failures).toEqual(["noting rates and lag", "forgetting old rates"]);
});

function failWhere(db: Database, isFailing: (method: unknown) => boolean): Database {
  return new Proxy(db, {
    get(target, key) {
      if (isFailing(key)) throw new Error("the database is away");
      return Reflect.get(target, key, target);
    },
  });
}
