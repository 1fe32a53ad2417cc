import type { Finding } from "@baton/core";
import { getAlert, getSavingsTotals, listAlertEvents, listNotifications } from "@baton/db";
import { alertRule, leak, taskAttempt } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildHandoff, buildManifest, buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { addToSavings, insertAlert, toSummed, updateAlert } from "@baton/db/write";
import { ALERT_METRICS, type AlertRule, metricOf } from "@baton/server/alert";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setDefaultModel } from "../price/set-default-model";
import { evaluateAlerts } from "./evaluate-alerts";
import { listAlertParts } from "./list-alert-parts";

const HOUR = 3_600_000;
const NOON = Date.parse("2026-03-10T12:00:00Z");
/** Ten minutes past noon: the last complete hour is the one before noon. */
const AFTER_NOON = NOON + 10 * 60_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
let sourceFileId: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  workspaceId = await buildWorkspace(database.db);
  sourceFileId = await buildSourceFile(database.db, workspaceId);
});

/** Adds handoffs of 100 tokens each, `saved` of them saved, to the hour that ends `hours` after noon. */
async function save(hours: number, saved: number, count = 1, fields: { fromAgent?: string } = {}) {
  const occurredAt = new Date(NOON + hours * HOUR - HOUR / 2);
  const handoffs = [];
  for (let each = 0; each < count; each += 1) {
    handoffs.push(
      await buildHandoff(database.db, {
        workspaceId,
        sourceFileId,
        occurredAt,
        savedTokens: saved,
        savedByMode: saved,
        ...fields,
        beforeTokens: 100,
        afterTokens: 100 - saved,
      }),
    );
  }
  await addToSavings(database.db, workspaceId, handoffs.map(toSummed));
}

/** Adds a leak to the hour that ends `hours` after noon. */
async function leakAt(hours: number, eventId: string): Promise<void> {
  const occurredAt = new Date(NOON + hours * HOUR - HOUR / 2);
  await database.db.insert(leak).values({
    workspaceId,
    occurredAt,
    sourceFileId,
    generation: 0,
    sequence: 0,
    ordinal: 0,
    name: "ssn",
    field: "ssn",
    sessionId: "s",
    eventId,
    fromAgent: "audit",
    toAgent: "advice",
    evidence: "same_name",
    tokens: 9,
    places: [{ path: "audit.ssn", tokens: 9, by: "same_name" }],
    blockedAt: occurredAt,
    blockedSessionId: "s",
    blockedEventId: "blocked",
    blockedFromAgent: "fraud",
    blockedCause: "not_allowed",
  });
}

const RULE: AlertRule = {
  name: "Saving less",
  figure: "share_saved",
  comparison: "below",
  threshold: 0.3,
  windowHours: 1,
  filter: {},
  channelIds: [],
};

const addDue = async (rule: Partial<AlertRule> = {}) =>
  markDue(await insertAlert(database.db, { ...RULE, ...rule, workspaceId, createdBy: "Ann" }));

/** Evaluates all due alerts in two processes at once. */
async function look(hours: number) {
  const now = AFTER_NOON + hours * HOUR;
  const all = async () => {
    await evaluateAlerts(database.db, now);
  };
  await Promise.all([all(), all()]);
}

const stateOf = async (alertId: number) => {
  const alert = await getAlert(database.db, { workspaceId, alertId });
  return alert && [alert.state, alert.metricNow];
};
const changesOf = async (alertId: number) =>
  (await listAlertEvents(database.db, { workspaceId, alertId, limit: 20 }))
    .map(({ change }) => change)
    .reverse();

/** Makes an alert due. New alerts are due by the database's clock, which is ahead of these tests. */
async function markDue(alertId: number): Promise<number> {
  const isIt = and(eq(alertRule.workspaceId, workspaceId), eq(alertRule.alertId, alertId));
  await database.db
    .update(alertRule)
    .set({ dueAt: new Date(0) })
    .where(isIt);
  return alertId;
}

describe("an alert", () => {
  it("triggers once per crossing of the threshold, even if two processes evaluate it", async () => {
    const shares = [50, 20, 10, null, 10, 40, 20, 20];
    for (const [hour, saved] of shares.entries()) if (saved !== null) await save(hour, saved);
    const alertId = await addDue();
    const states: unknown[] = [];
    for (const hour of shares.keys()) {
      await look(hour);
      states.push(await stateOf(alertId));
    }
    expect(states).toEqual([
      ["ok", 0.5],
      ["firing", 0.2],
      ["firing", 0.1],
      ["firing", null],
      ["firing", 0.1],
      ["ok", 0.4],
      ["firing", 0.2],
      ["firing", 0.2],
    ]);
    expect(await changesOf(alertId)).toEqual(["fired", "resolved", "fired"]);
    const notifications = await listNotifications(database.db, { workspaceId, limit: 20 });
    expect(notifications.map(({ kind }) => kind)).toEqual(["alert.fired", "alert.resolved", "alert.fired"]);
    expect(notifications[0]?.page).toBe(`settings/alerts/${alertId}`);
  });

  it("has no state after its rule was changed, until it is evaluated again", async () => {
    await save(0, 20);
    const alertId = await addDue();
    await look(0);
    expect(await stateOf(alertId)).toEqual(["firing", 0.2]);
    const place = { workspaceId, alertId };
    await database.db.transaction((tx) => updateAlert(tx, place, { threshold: 0.1 }, { restarts: true }));
    expect(await stateOf(alertId)).toEqual([null, null]);
    await markDue(alertId);
    await look(0);
    expect(await stateOf(alertId)).toEqual(["ok", 0.2]);
    expect(await changesOf(alertId)).toEqual(["fired"]);
  });

  it("records no second change when the same hour is evaluated twice", async () => {
    await save(0, 20);
    const alertId = await addDue();
    await look(0);
    await look(0.5);
    expect(await changesOf(alertId)).toEqual(["fired"]);
  });

  it("is evaluated at once after the clock was set back, then at the usual interval", async () => {
    const alertId = await addDue();
    const lookedAt = async () => (await getAlert(database.db, { workspaceId, alertId }))?.lookedAt?.getTime();
    for (const [hours, seen] of [
      [0, 0],
      [1 / 60, 0],
      [-24, -24],
      [-24 + 1 / 60, -24],
      [0, 0],
    ] as const) {
      await look(hours);
      expect(await lookedAt()).toBe(AFTER_NOON + seen * HOUR);
    }
  });

  it("is not evaluated while it is off", async () => {
    await save(0, 20);
    const alertId = await addDue();
    const place = { workspaceId, alertId };
    await database.db.transaction((tx) => updateAlert(tx, place, { isActive: false }, { restarts: true }));
    await markDue(alertId);
    await look(0);
    expect(await stateOf(alertId)).toEqual([null, null]);
  });

  it("does not block the evaluation of other alerts if its own fails", async () => {
    await save(0, 20);
    const [failing, sound] = [await addDue(), await addDue({ name: "Also less" })];
    await database.db.execute(
      sql.raw(`create function refuse_event() returns trigger language plpgsql as $$
      begin if new.alert_id = ${failing} then raise exception 'refused'; end if; return new; end $$`),
    );
    await database.db.execute(sql`create trigger refuse before insert on alert_event
      for each row execute function refuse_event()`);
    try {
      await expect(look(0)).rejects.toThrow();
      await look(0);
      await look(0);
      expect([await stateOf(failing), await stateOf(sound)]).toEqual([
        [null, null],
        ["firing", 0.2],
      ]);
      expect([await changesOf(failing), await changesOf(sound)]).toEqual([[], ["fired"]]);
    } finally {
      await database.db.execute(sql`drop trigger refuse on alert_event`);
    }
    await look(1 / 6);
    expect(await changesOf(failing)).toEqual(["fired"]);
  });

  it("counts only handoffs that match its filter", async () => {
    await save(0, 90, 2);
    await save(0, 10, 1, { fromAgent: "planner" });
    const all = await addDue();
    const filtered = await addDue({ filter: { from: "planner" } });
    await look(0);
    expect([await stateOf(all), await stateOf(filtered)]).toEqual([
      ["ok", 190 / 300],
      ["firing", 0.1],
    ]);
  });
});

const FINDING: Finding = {
  code: "manifest_too_long",
  severity: "error",
  path: "",
  message: "it is too long",
  hint: "Shorten it.",
};

describe("the metric of an alert", () => {
  it("equals its tile's value over the same period", async () => {
    await setDefaultModel(database.db, {
      workspaceId,
      actor: { id: null, name: "t" },
      model: "claude-sonnet-4-5",
    });
    for (const hour of [-40, -30, -3, 0]) await save(hour, 30 - hour, 2);
    for (const [hour, exceeds] of [
      [-20, true],
      [-2, false],
    ] as const) {
      await buildManifest(database.db, {
        workspaceId,
        writtenAt: new Date(NOON + hour * HOUR),
        detailTokens: 9_000,
        manifestTokens: 300,
        requiredReadingTokens: exceeds ? 20_000 : 10,
        phase: "enforce",
        findings: exceeds ? [FINDING] : [],
      });
    }
    for (const [attemptId, handoffTokens] of [
      ["a", 700],
      ["b", 300],
    ] as const) {
      const at = new Date(NOON - 5 * HOUR);
      await database.db.insert(taskAttempt).values({
        workspaceId,
        attemptId,
        handoffTokens,
        isSent: true,
        occurredAt: at,
        lastEventAt: at,
        lastSequence: 1,
      });
    }
    await leakAt(-5, "a");
    await leakAt(-40, "b");
    const window = { start: NOON - 36 * HOUR, end: NOON };
    const range = { start: new Date(window.start), end: new Date(window.end), timeZone: "UTC" };
    const tiles = await getSavingsTotals(database.db, { workspaceId, range, filter: {} });
    const found = await Promise.all(
      ALERT_METRICS.map(async (figure) => {
        const parts = await listAlertParts(database.db, { workspaceId, figure, filter: {}, window });
        return [figure, metricOf(figure, parts)];
      }),
    );
    expect(Object.fromEntries(found)).toEqual({
      tokens_saved: tiles.savedTokens,
      share_saved: tiles.savedShare,
      money_saved: tiles.savedDollars,
      compression_ratio: tiles.compressionRatio,
      handoffs: tiles.handoffCount,
      over_budget_share: tiles.overBudget.part / tiles.overBudget.whole,
      failed_gate_share: tiles.failedGates.part / tiles.failedGates.whole,
      handoffs_over_500: tiles.overTarget.part,
      leaks: 1,
    });
    expect(Object.values(Object.fromEntries(found)).every((figure) => Number(figure) > 0)).toBe(true);
  });
});

it("triggers an alert when a blocked field leaks, and resolves it when the leak is older than the window", async () => {
  const leaks = { figure: "leaks", comparison: "above", threshold: 0 } as const;
  const alertId = await addDue({ ...leaks, filter: { to: "advice" } });
  const other = await addDue({ ...leaks, filter: { to: "archive" } });
  await leakAt(0, "e1");
  await look(0);
  expect(await stateOf(alertId)).toEqual(["firing", 1]);
  expect((await stateOf(other))?.[1]).toBe(0);
  await markDue(alertId);
  await look(1);
  expect(await changesOf(alertId)).toEqual(["fired", "resolved"]);
});
