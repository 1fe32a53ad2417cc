import { HANDOFF_MODES } from "@baton/core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database";
import { makeHandoff, makeSourceFile, makeWorkspace } from "../../test/factories";
import type { handoff } from "../schema/index";
import {
  getSavings,
  listPairTraffic,
  listRuleTraffic,
  listSavingsByDay,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
} from "./savings";
import type { SavingsFilter, SavingsScope } from "./savings-rows";
import { addToSavings, toSummed } from "./savings-write";

type Handoff = typeof handoff.$inferSelect;

const AGENTS = ["a", "b", "c"];
const RULES = ["r1", "r2", null];
/** Two with daylight saving, on either side of the world, one on half hours, one that saves half an hour, one with none of it. */
const ZONES = ["Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
/** Weeks in which clocks change: on 29 March and 25 October in Europe, on 8 March and 1 November in America, on 5 April on Lord Howe. */
const WEEKS = ["2026-03-05", "2026-03-26", "2026-04-01", "2026-10-22", "2026-10-30"].map((day) =>
  Date.parse(day),
);
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
let handoffs: Handoff[];

beforeAll(async () => {
  database = await createTestDatabase();
  workspaceId = await makeWorkspace(database.db);
  const common = { workspaceId, sourceFileId: await makeSourceFile(database.db, workspaceId) };
  handoffs = [];
  for (const fields of fc.sample(anyHandoff, { numRuns: 160, seed: 7 })) {
    handoffs.push(await makeHandoff(database.db, { ...common, ...fields }));
  }
  await addToSavings(database.db, workspaceId, handoffs.map(toSummed));
});
afterAll(() => database.drop());

const anyTime = fc
  .tuple(fc.constantFrom(...WEEKS), fc.nat(WEEK - 1))
  .map(([week, offset]) => new Date(week + offset));

const anyHandoff = fc
  .record({
    occurredAt: anyTime,
    fromAgent: fc.constantFrom(...AGENTS),
    toAgent: fc.constantFrom(...AGENTS),
    ruleId: fc.constantFrom(...RULES),
    mode: fc.constantFrom(...HANDOFF_MODES),
    kind: fc.constantFrom("context" as const, "context" as const, "delegation" as const),
    scopingState: fc.constantFrom("scoped" as const, "scoped" as const, "observed" as const),
    beforeTokens: fc.nat(9_000),
    savedByMode: fc.nat(900),
    savedByBlocked: fc.constantFrom(0, 0, 70),
    summarizerTokens: fc.constantFrom(0, null, 30),
  })
  .map(({ beforeTokens, ...fields }) => {
    const savedTokens = fields.savedByMode + fields.savedByBlocked;
    return { ...fields, savedTokens, beforeTokens: beforeTokens + savedTokens, afterTokens: beforeTokens };
  });

const anyScope = fc
  .record({
    week: fc.constantFrom(...WEEKS),
    first: fc.nat(WEEK),
    length: fc.integer({ min: 1, max: 2 * WEEK }),
    isOnHours: fc.boolean(),
    timeZone: fc.constantFrom(...ZONES),
    filter: fc.record(
      {
        agent: fc.constantFrom(...AGENTS),
        from: fc.constantFrom(...AGENTS),
        to: fc.constantFrom(...AGENTS),
        ruleId: fc.constantFrom("r1", ""),
        mode: fc.constantFrom(...HANDOFF_MODES),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ week, first, length, isOnHours, timeZone, filter }): SavingsScope => {
    const unit = isOnHours ? HOUR : 1;
    const start = Math.floor((week + first) / unit) * unit;
    const end = Math.ceil((start + length) / unit) * unit;
    return { workspaceId, range: { start: new Date(start), end: new Date(end), timeZone }, filter };
  });

describe("savings of any range, zone and filter", () => {
  it("are those that a recount of the handoffs finds", async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(anyScope, async (scope) => {
        const counted = handoffs.filter((one) => isIn(one, scope));
        const day = (one: Handoff) => dayOf(one.occurredAt, scope.range.timeZone);
        const rule = (one: Handoff) => one.ruleId ?? "";
        const pair = (one: Handoff) => `${one.fromAgent} ${one.toAgent}`;
        expect(await getSavings(db, scope)).toMatchObject(sum(counted));
        const found = {
          days: byKey(await listSavingsByDay(db, scope), (row) => row.day),
          daysByRule: byKey(await listSavingsByDayAndRule(db, scope), (row) => `${row.day} ${row.ruleId}`),
          daysByPair: byKey(
            await listSavingsByDayAndPair(db, scope),
            (row) => `${row.day} ${row.fromAgent} ${row.toAgent}`,
          ),
          rules: byKey(await listRuleTraffic(db, scope), (row) => row.ruleId),
          pairs: byKey(await listPairTraffic(db, scope), (row) => `${row.fromAgent} ${row.toAgent}`),
        };
        expect(found).toEqual({
          days: group(counted, day),
          daysByRule: group(counted, (one) => `${day(one)} ${rule(one)}`),
          daysByPair: group(counted, (one) => `${day(one)} ${pair(one)}`),
          rules: group(counted, rule),
          pairs: group(counted, pair),
        });
      }),
      { numRuns: 60 },
    );
  });

  it("are not those of a recount that forgets that observed handoffs saved nothing", async () => {
    const all = { workspaceId, range: wholeYear(), filter: {} };
    const forgetful = handoffs.filter(({ kind }) => kind === "context");
    expect((await getSavings(database.db, all)).savedTokens).not.toBe(
      forgetful.reduce((total, { savedTokens }) => total + (savedTokens ?? 0), 0),
    );
  });
});

function wholeYear() {
  return { start: new Date("2026-01-01"), end: new Date("2027-01-01"), timeZone: "UTC" };
}

function isIn(one: Handoff, { range, filter }: { range: SavingsScope["range"]; filter: SavingsFilter }) {
  const { agent, from, to, ruleId, mode } = filter;
  return (
    one.kind === "context" &&
    one.occurredAt >= range.start &&
    one.occurredAt < range.end &&
    (agent === undefined || one.fromAgent === agent || one.toAgent === agent) &&
    (from === undefined || one.fromAgent === from) &&
    (to === undefined || one.toAgent === to) &&
    (ruleId === undefined || (one.ruleId ?? "") === ruleId) &&
    (mode === undefined || one.mode === mode)
  );
}

function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(moment);
}

function sum(counted: readonly Handoff[]) {
  const enforced = counted.filter(({ scopingState }) => scopingState !== "observed");
  const observed = counted.filter(({ scopingState }) => scopingState === "observed");
  const total = (rows: readonly Handoff[], column: keyof Handoff) =>
    rows.reduce((tokens, row) => tokens + Number(row[column] ?? 0), 0);
  return {
    handoffCount: enforced.length,
    beforeTokens: total(enforced, "beforeTokens"),
    afterTokens: total(enforced, "afterTokens"),
    savedTokens: total(enforced, "savedTokens"),
    savedByMode: total(enforced, "savedByMode"),
    savedByBlocked: total(enforced, "savedByBlocked"),
    summarizerTokens: total(enforced, "summarizerTokens"),
    blockedCount: enforced.filter(({ savedByBlocked }) => (savedByBlocked ?? 0) > 0).length,
    observedCount: observed.length,
    observedSavedTokens: total(observed, "savedTokens"),
  };
}

type Figures = { savedTokens: number; handoffCount: number };

function byKey<Row extends Figures>(rows: readonly Row[], keyOf: (row: Row) => string) {
  return Object.fromEntries(
    rows.map((row) => [keyOf(row), { savedTokens: row.savedTokens, handoffCount: row.handoffCount }]),
  );
}

function group(counted: readonly Handoff[], keyOf: (one: Handoff) => string): Record<string, Figures> {
  const groups = new Map<string, Handoff[]>();
  for (const one of counted) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return Object.fromEntries(
    [...groups].map(([key, rows]) => {
      const { savedTokens, handoffCount } = sum(rows);
      return [key, { savedTokens, handoffCount }];
    }),
  );
}
