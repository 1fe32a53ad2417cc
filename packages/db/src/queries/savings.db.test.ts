import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database";
import { makeHandoff, makeSourceFile, makeWorkspace } from "../../test/factories";
import { getSavings, listSavingsByDay, listSavingsByDayAndPair, listSavingsByDayAndRule } from "./savings";
import { addToSavings, toSummed } from "./savings-write";
import { isOnWholeHours } from "./time-range";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A zone on half hours: its days are counted from the handoffs, and only sums of the whole range from roll-ups. */
const RANGE = {
  start: new Date("2026-03-09T18:30:00Z"),
  end: new Date("2026-03-11T18:30:00Z"),
  timeZone: "Asia/Kolkata",
};

/** Makes a handoff that is in the sums. */
async function makeSummed(fields: Parameters<typeof makeHandoff>[1]): Promise<void> {
  const made = await makeHandoff(database.db, fields);
  await addToSavings(database.db, fields.workspaceId, [toSummed(made)]);
}

describe("savings", () => {
  it("adds up enforced context handoffs alone, and names what was only observed apart", async () => {
    const workspaceId = await makeWorkspace(database.db);
    const common = { workspaceId, sourceFileId: await makeSourceFile(database.db, workspaceId) };
    await makeSummed({ ...common, savedByMode: 45, savedByBlocked: 15 });
    await makeSummed({ ...common, scopingState: "observed", savedTokens: 30 });
    await makeSummed({ ...common, kind: "delegation", savedTokens: null, mode: null });
    await makeSummed({ ...common, occurredAt: RANGE.end });
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

  it("counts days and hours of the range's zone", async () => {
    const workspaceId = await makeWorkspace(database.db);
    const common = { workspaceId, sourceFileId: await makeSourceFile(database.db, workspaceId) };
    await makeSummed({ ...common, occurredAt: new Date("2026-03-10T18:29:59Z") });
    await makeSummed({ ...common, occurredAt: new Date("2026-03-10T18:30:00Z") });
    const scope = { workspaceId, range: RANGE, filter: {} };
    const days = await listSavingsByDay(database.db, scope);
    expect(days.map((day) => [day.day, day.savedTokens])).toEqual([
      ["2026-03-10", 60],
      ["2026-03-11", 60],
    ]);
    const hours = await listSavingsByDay(database.db, { ...scope, bucket: "hour" });
    expect(hours.map((hour) => hour.day)).toEqual(["2026-03-10T23", "2026-03-11T00"]);
  });

  it("tells rules and pairs apart, and narrows to one", async () => {
    const workspaceId = await makeWorkspace(database.db);
    const common = { workspaceId, sourceFileId: await makeSourceFile(database.db, workspaceId) };
    await makeSummed({ ...common, ruleId: "r1" });
    await makeSummed({ ...common, ruleId: null, toAgent: "severity_agent", savedTokens: 5 });
    const scope = { workspaceId, range: RANGE, filter: {} };
    expect(
      (await listSavingsByDayAndRule(database.db, scope)).map((row) => [row.ruleId, row.savedTokens]),
    ).toEqual([
      ["", 5],
      ["r1", 60],
    ]);
    expect((await listSavingsByDayAndPair(database.db, scope)).map((row) => row.toAgent)).toEqual([
      "recommendation_agent",
      "severity_agent",
    ]);
    const narrowed = async (filter: object) =>
      (await getSavings(database.db, { ...scope, filter })).savedTokens;
    expect(await narrowed({ ruleId: "" })).toBe(5);
    expect(await narrowed({ agent: "fraud_agent" })).toBe(65);
    expect(await narrowed({ to: "severity_agent", ruleId: "r1" })).toBe(0);
  });
});

describe("isOnWholeHours", () => {
  const range = (timeZone: string) => ({
    start: new Date("2026-03-10T00:00:00Z"),
    end: new Date("2026-03-11T00:00:00Z"),
    timeZone,
  });
  it.each([
    [range("UTC"), true],
    [range("Europe/Berlin"), true],
    [range("Asia/Kolkata"), false],
    [range("Asia/Kathmandu"), false],
    // Summer time is half an hour there, and ends on 5 April 2026.
    [range("Australia/Lord_Howe"), true],
    [{ ...range("Australia/Lord_Howe"), end: new Date("2026-04-06T00:00:00Z") }, false],
    [{ ...range("Australia/Lord_Howe"), end: new Date("2026-12-01T00:00:00Z") }, false],
  ])("%j: %s", (each, expected) => {
    expect(isOnWholeHours(each)).toBe(expected);
  });
});
