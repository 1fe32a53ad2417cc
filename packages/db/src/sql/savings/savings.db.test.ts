import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoff, buildSourceFile, buildWorkspace } from "../../../test/factories";
import { getSavings, listSavingsByDay } from "./savings";
import { listSavingsByDayAndPair, listSavingsByDayAndRule } from "./savings-split";
import { addToSavings, toSummed } from "./savings-write";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * A time zone with a half-hour offset: its days are counted from the handoffs, and only totals of the whole
 * range come from rollups.
 */
const RANGE = {
  start: new Date("2026-03-09T18:30:00Z"),
  end: new Date("2026-03-11T18:30:00Z"),
  timeZone: "Asia/Kolkata",
};

/** Builds a handoff that is included in the totals. */
async function buildSummed(fields: Parameters<typeof buildHandoff>[1]): Promise<void> {
  const made = await buildHandoff(database.db, fields);
  await addToSavings(database.db, fields.workspaceId, [toSummed(made)]);
}

describe("getSavings", () => {
  it("sums only enforced context handoffs, and returns observe-only handoffs separately", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const common = { workspaceId, sourceFileId: await buildSourceFile(database.db, workspaceId) };
    await buildSummed({ ...common, savedByMode: 45, savedByBlocked: 15 });
    await buildSummed({ ...common, scopingState: "observed", savedTokens: 30 });
    await buildSummed({ ...common, kind: "delegation", savedTokens: null, mode: null });
    await buildSummed({ ...common, occurredAt: RANGE.end });
    expect(await getSavings(database.db, { workspaceId, range: RANGE, filter: {} })).toMatchObject({
      handoffCount: 1,
      beforeTokens: 100,
      savedTokens: 60,
      savedByMode: 45,
      savedByBlocked: 15,
      blockedCount: 1,
      observedCount: 1,
      observedSavedTokens: 30,
    });
  });

  it("groups by days and hours of the range's time zone", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const common = { workspaceId, sourceFileId: await buildSourceFile(database.db, workspaceId) };
    await buildSummed({ ...common, occurredAt: new Date("2026-03-10T18:29:59Z") });
    await buildSummed({ ...common, occurredAt: new Date("2026-03-10T18:30:00Z") });
    const scope = { workspaceId, range: RANGE, filter: {} };
    const days = await listSavingsByDay(database.db, scope);
    expect(days.map((day) => [day.day, day.savedTokens])).toEqual([
      ["2026-03-10", 60],
      ["2026-03-11", 60],
    ]);
    const hours = await listSavingsByDay(database.db, { ...scope, bucket: "hour" });
    expect(hours.map((hour) => hour.day)).toEqual(["2026-03-10T23", "2026-03-11T00"]);
  });

  it("groups by rule and pair, and filters by one", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const common = { workspaceId, sourceFileId: await buildSourceFile(database.db, workspaceId) };
    await buildSummed({ ...common, ruleId: "r1" });
    await buildSummed({ ...common, ruleId: null, toAgent: "severity_agent", savedTokens: 5 });
    const scope = { workspaceId, range: RANGE, filter: {} };
    const byRule = await listSavingsByDayAndRule(database.db, scope);
    expect(byRule.rows.map(({ of, netTokens }) => [of?.ruleId, netTokens])).toEqual([
      ["", 5],
      ["r1", 60],
    ]);
    const byPair = await listSavingsByDayAndPair(database.db, scope);
    expect(byPair.rows.map(({ of }) => of?.toAgent)).toEqual(["recommendation_agent", "severity_agent"]);
    const filtered = async (filter: object) =>
      (await getSavings(database.db, { ...scope, filter })).savedTokens;
    expect(await filtered({ ruleId: "" })).toBe(5);
    expect(await filtered({ agent: "fraud_agent" })).toBe(65);
    expect(await filtered({ to: "severity_agent", ruleId: "r1" })).toBe(0);
  });

  it("combines series beyond a limit, and keeps those that saved most", async () => {
    const workspaceId = await buildWorkspace(database.db);
    const common = { workspaceId, sourceFileId: await buildSourceFile(database.db, workspaceId) };
    for (const [ruleId, savedTokens] of [
      ["few", 1],
      ["most", 9],
      ["many", 7],
      ["some", 3],
    ] as const) {
      await buildSummed({ ...common, ruleId, savedTokens });
    }
    const scope = { workspaceId, range: RANGE, filter: {} };
    const listed = async (limit: number) => {
      const { seriesCount, rows } = await listSavingsByDayAndRule(database.db, { ...scope, limit });
      return [seriesCount, ...rows.map(({ of, netTokens }) => [of?.ruleId, netTokens])];
    };
    expect(await listed(3)).toEqual([4, ["many", 7], ["most", 9], [undefined, 4]]);
    expect(await listed(1)).toEqual([4, [undefined, 20]]);
    expect(await listed(4)).toEqual([4, ["few", 1], ["many", 7], ["most", 9], ["some", 3]]);
  });
});
