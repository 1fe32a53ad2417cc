import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildSourceFile, buildWorkspace } from "../../../test/factories";
import { messageUsage, session } from "../../schema/index";
import { getCallHabits } from "../savings/call-habits";
import { getRecorded } from "../workspace/recorded";
import { updateHidesFewPeople } from "../workspace/workspace-list";
import { listDailyUsage } from "./daily-usage";
import { listUsage } from "./usage";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("listDailyUsage sums calls by day, model, context and project, as listUsage does", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const at = new Date("2026-03-01T23:30Z");
  const place = { workspaceId, sourceFileId: await buildSourceFile(db, workspaceId), generation: 0 };
  await db.insert(session).values([
    {
      workspaceId,
      sessionId: "a",
      format: "claude-code",
      startedAt: at,
      lastEventAt: at,
      projectFolder: "/a",
    },
    {
      workspaceId,
      sessionId: "b",
      format: "codex",
      startedAt: at,
      lastEventAt: at,
      projectFolder: "/b",
      branch: "main",
      parentSessionId: "a",
    },
  ]);
  const call = (sequence: number, sessionId: string | null, inputTokens: number, branch: string | null) => ({
    ...place,
    sequence,
    usageKey: `call-${sequence}`,
    sessionId,
    agent: "main",
    model: "m",
    branch,
    occurredAt: at,
    countedAt: at,
    inputTokens,
    cacheReadTokens: 150_000,
  });
  await db
    .insert(messageUsage)
    .values([
      call(1, "a", 10, "fix"),
      call(2, "a", 60_000, "fix"),
      call(3, "b", 20, null),
      call(4, "b", 30, "next"),
      call(5, null, 40, null),
    ]);
  const range = {
    start: new Date("2026-03-01T00:00Z"),
    end: new Date("2026-03-03T00:00Z"),
    timeZone: "Europe/Berlin",
  };
  const rows = await listDailyUsage(db, { workspaceId, range, by: ["folder", "branch"] });
  expect(
    rows.map((row) => [row.day, row.folder, row.branch, row.contextAbove, row.calls, row.inputTokens]),
  ).toEqual([
    ["2026-03-02", "/a", "fix", 128_000, 1, 10],
    ["2026-03-02", "/a", "fix", 200_000, 1, 60_000],
    ["2026-03-02", "/b", "main", 128_000, 1, 20],
    ["2026-03-02", "/b", "next", 128_000, 1, 30],
    ["2026-03-02", null, null, 128_000, 1, 40],
  ]);
  const inputOf = async (query: Partial<Parameters<typeof listDailyUsage>[1]>) => {
    const found = await listDailyUsage(db, { workspaceId, range: null, by: [], ...query });
    return found.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  };
  expect(await inputOf({ familyOf: "a" })).toBe(60_060);
  expect(await inputOf({ sessionIds: ["b"] })).toBe(50);
  expect(await inputOf({ filter: { branch: "" } })).toBe(40);
  const whole = await listUsage(db, { workspaceId, by: ["model"] });
  expect(whole.map(({ inputTokens }) => inputTokens)).toEqual([await inputOf({})]);
});

it("listDailyUsage names people, unless the workspace hides the names of fewer than five", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sourceFileId = await buildSourceFile(db, workspaceId);
  const at = new Date("2026-03-01T10:00Z");
  const addPerson = async (person: string | null, sequence: number) => {
    const place = { workspaceId, sessionId: `s${sequence}` };
    await db.insert(session).values({ ...place, format: "codex", startedAt: at, lastEventAt: at, person });
    const call = { ...place, sourceFileId, generation: 0, sequence, usageKey: `c${sequence}`, agent: "main" };
    await db.insert(messageUsage).values({ ...call, occurredAt: at, countedAt: at, inputTokens: sequence });
  };
  const read = async () => {
    const rows = await listDailyUsage(db, { workspaceId, range: null, by: ["person"] });
    const sums = await listUsage(db, { workspaceId, by: ["person"] });
    const named = (all: readonly { person: string | null; inputTokens: number }[]) =>
      all.map(({ person, inputTokens }) => `${person} ${inputTokens}`).sort();
    expect(named(sums)).toEqual(named(rows));
    return named(rows);
  };
  for (const [index, person] of ["ada", "bob", "cy", "dee", null].entries())
    await addPerson(person, index + 1);
  expect(await read()).toEqual(["ada 1", "bob 2", "cy 3", "dee 4", "null 5"]);
  const hide = () => updateHidesFewPeople(db, { workspaceId, hidesFewPeople: true });
  expect([await hide(), await hide()]).toEqual([true, false]);
  expect(await read()).toEqual(["null 15"]);
  await addPerson("eve", 6);
  expect(await read()).toEqual(["ada 1", "bob 2", "cy 3", "dee 4", "eve 6", "null 5"]);
});

it("listDailyUsage sums calls by local day and agent, with the largest context", async () => {
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
  const days = await listDailyUsage(db, { workspaceId, range, by: ["agent"] });
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
  const hours = await listDailyUsage(db, { workspaceId, range, by: [], bucket: "hour" });
  expect(hours.map(({ day, calls }) => [day, calls])).toEqual([
    ["2026-03-01T11", 1],
    ["2026-03-02T00", 1],
    ["2026-03-02T02", 2],
  ]);
  // Two contexts in April and before: main with three calls, scout with two.
  const habits = await getCallHabits(db, { workspaceId, before: new Date("2026-05-01T00:00Z") });
  expect(habits).toEqual({
    ofModel: new Map([["m", { turns: 2.5, isCached: true, calibration: null }]]),
    ofAll: { turns: 2.5, isCached: true, calibration: null },
  });
  const none = await getCallHabits(db, { workspaceId, before: new Date("2026-01-01T00:00Z") });
  expect(none).toEqual({ ofModel: new Map(), ofAll: null });
  expect(await getRecorded(db, { workspaceId })).toEqual({
    scoped: false,
    ungoverned: false,
    manifests: false,
    tasks: false,
    compactions: false,
    modelCalls: true,
  });
});
