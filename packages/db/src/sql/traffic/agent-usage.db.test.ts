import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildSourceFile, buildWorkspace } from "../../../test/factories";
import { messageUsage } from "../../schema/index";
import { getRecorded } from "../workspace/recorded";
import { listUsageDays } from "./agent-usage";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("listUsageDays sums calls by local day, agent and model", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const place = { workspaceId, sourceFileId: await buildSourceFile(db, workspaceId), generation: 0 };
  const call = (sequence: number, occurredAt: string, agent: string, inputTokens: number) => ({
    ...place,
    sequence,
    usageKey: `call-${sequence}`,
    agent,
    model: "m",
    occurredAt: new Date(occurredAt),
    countedAt: new Date(occurredAt),
    inputTokens,
    cacheReadTokens: 10,
    outputTokens: 1,
  });
  await db
    .insert(messageUsage)
    .values([
      call(1, "2026-03-01T10:00Z", "main", 100),
      call(2, "2026-03-01T23:30Z", "main", 30),
      call(3, "2026-03-02T01:00Z", "main", 50),
      call(4, "2026-03-02T01:00Z", "scout", 7),
      call(5, "2026-04-01T01:00Z", "scout", 9),
    ]);
  const range = {
    start: new Date("2026-02-28T23:00Z"),
    end: new Date("2026-03-31T22:00Z"),
    timeZone: "Europe/Berlin",
  };
  const days = await listUsageDays(db, { workspaceId, range, bucket: "day" });
  expect(
    days.map(({ day, agent, calls, inputTokens, largestContextTokens }) => [
      day,
      agent,
      calls,
      inputTokens,
      largestContextTokens,
    ]),
  ).toEqual([
    ["2026-03-01", "main", 1, 100, 110],
    ["2026-03-02", "main", 2, 80, 60],
    ["2026-03-02", "scout", 1, 7, 17],
  ]);
  expect(await getRecorded(db, { workspaceId })).toEqual({
    scoped: false,
    ungoverned: false,
    manifests: false,
    tasks: false,
    compactions: false,
    modelCalls: true,
  });
});
