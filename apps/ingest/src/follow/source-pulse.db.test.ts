import { createTestDatabase } from "@baton/db/test";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { count, select } from "../../test/scratch";
import { NO_COUNTS } from "../pipeline/ingest-context";
import type { Lag } from "./file-queue";
import { SourcePulse } from "./source-pulse";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const Standing = z.object({ root: z.string(), bytes: z.coerce.number(), seconds: z.coerce.number() });

it("tells what was read of each source by the minute, and how far it is behind, and forgets after a day", async () => {
  const { db } = database;
  await ensureWorkspace(db, { workspaceId: "w" });
  const sourceId = await registerSource(db, { workspaceId: "w", root: "/a" });
  await registerSource(db, { workspaceId: "w", root: "/b" });
  let lags: Lag[] = [{ workspaceId: "w", sourceId, bytes: 4_000, seconds: 2.2 }];
  const failures: unknown[] = [];
  const pulse = new SourcePulse(
    db,
    () => lags,
    (_, error) => failures.push(error),
  );
  const standings = () =>
    select(db, Standing, "select root, lag_bytes as bytes, lag_seconds as seconds from source order by root");
  const counts = { ...NO_COUNTS, lineCount: 10, byteCount: 1_000, eventCount: 9, quarantinedCount: 1 };
  pulse.count({ workspaceId: "w", sourceId }, counts);
  await pulse.beat();
  pulse.count({ workspaceId: "w", sourceId }, counts);
  pulse.count({ workspaceId: "w", sourceId }, NO_COUNTS);
  await pulse.beat();
  const sums =
    "source_minute having sum(line_count) = 20 and sum(byte_count) = 2000 and sum(quarantined_count) = 2";
  expect(await count(db, `(select 1 from ${sums}) as sums`)).toBe(1);
  expect(await standings()).toEqual([
    { root: "/a", bytes: 4_000, seconds: 3 },
    { root: "/b", bytes: 0, seconds: 0 },
  ]);
  lags = [];
  await db.execute(sql`update source_minute set minute = now() - interval '25 hours'`);
  const next = new SourcePulse(
    db,
    () => lags,
    (_, error) => failures.push(error),
  );
  next.start();
  await next.stop();
  expect(await standings()).toMatchObject([{ bytes: 0, seconds: 0 }, {}]);
  expect(await count(db, "source_minute")).toBe(0);
  expect(failures).toEqual([]);
});
