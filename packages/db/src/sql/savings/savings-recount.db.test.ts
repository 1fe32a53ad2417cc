import { CAUSES, type Cause, type OutlineEntry } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { mapCauseFields, savedBy } from "@baton/server/savings";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoffs, buildWorkspace } from "../../../test/factories";
import {
  AGENTS,
  anyScope,
  anyTime,
  groupBy,
  isInRange,
  keyOf,
  RULES,
  total,
  WORKFLOWS,
} from "../../../test/savings-scopes";
import { type handoff, handoffOutline, modelPrice } from "../../schema/index";
import { addToBlockedFields } from "./blocked-field-totals";
import { getSavings, listSavingsByDay, listSavingsByModel } from "./savings";
import type { SavingsSeriesScope } from "./savings-bucket";
import { listBlockedFields } from "./savings-fields";
import { listSavedHandoffs, type SavedHandoffCursor } from "./savings-handoffs";
import { listReceivedByDay } from "./savings-received";
import {
  listPairTraffic,
  listRuleTraffic,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
} from "./savings-split";
import { getSavingsTotals } from "./savings-totals";
import { addToSavings, toSummed } from "./savings-write";

type Handoff = typeof handoff.$inferSelect;

/** The price changes in the middle of a week of handoffs, at midnight UTC, in every time zone. */
const PRICES = [
  { effectiveFrom: "2026-01-01", inputPrice: 2_000 },
  { effectiveFrom: "2026-03-29", inputPrice: 5_000 },
];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
let handoffs: Handoff[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  workspaceId = await buildWorkspace(db);
  handoffs = await buildHandoffs(db, workspaceId, fc.sample(anyHandoff, { numRuns: 160, seed: 7 }));
  const summed = handoffs.map(toSummed);
  await addToSavings(db, workspaceId, summed);
  const outlined = summed.map(({ occurredAt, facts }, place) => ({
    occurredAt,
    facts: { ...facts, outline: handoffs.slice(place, place + 1).flatMap(outlineOf) },
  }));
  await addToBlockedFields(db, workspaceId, outlined);
  await db
    .insert(modelPrice)
    .values(PRICES.map((price) => ({ ...price, workspaceId, model: "m", setBy: "t" })));
  await db.insert(handoffOutline).values(
    handoffs.map((one) => ({
      workspaceId,
      occurredAt: one.occurredAt,
      sourceFileId: one.sourceFileId,
      eventId: one.eventId,
      generation: one.generation,
      sequence: one.sequence,
      ordinal: one.ordinal,
      isTruncated: false,
      entries: outlineOf(one),
    })),
  );
});
afterAll(() => database.drop());

const anyHandoff = fc
  .record({
    occurredAt: anyTime,
    fromAgent: fc.constantFrom(...AGENTS),
    toAgent: fc.constantFrom(...AGENTS),
    ruleId: fc.constantFrom(...RULES),
    workflowId: fc.constantFrom(...WORKFLOWS),
    toModel: fc.constantFrom("m", "m", null),
    mode: fc.constantFrom(...HANDOFF_MODES),
    kind: fc.constantFrom("context" as const, "context" as const, "delegation" as const),
    scopingState: fc.constantFrom("scoped" as const, "scoped" as const, "observed" as const),
    afterTokens: fc.nat(9_000),
    savedByMode: fc.nat(900),
    savedByNotAllowed: fc.nat(300),
    savedByBlocked: fc.constantFrom(0, 0, 70),
    savedByDropped: fc.constantFrom(0, 5),
    savedByRedacted: fc.constantFrom(0, 0, 20),
    savedByExtracted: fc.constantFrom(0, 40),
    savedBySummarized: fc.constantFrom(0, 60),
    addedTokens: fc.constantFrom(0, -3),
    summarizerTokens: fc.constantFrom(0, null, 30),
  })
  .map((fields) => {
    const savedTokens = CAUSES.reduce((sum, cause) => sum + savedBy(fields, cause), 0) + fields.addedTokens;
    return { ...fields, savedTokens, beforeTokens: fields.afterTokens + savedTokens };
  });

/** Builds blocked fields, one with one of two names, some partly kept; and fields that were not removed. */
function outlineOf({ sequence, savedByBlocked }: Handoff): OutlineEntry[] {
  const passed = { path: "a.kept", tokens: 9 };
  if (!savedByBlocked) return [passed];
  const secret = { path: `a.secret_${sequence % 2}`, tokens: 75, after: 5, cause: "blocked" } as const;
  const rare = { path: "a.rare", tokens: sequence, after: 0, cause: "blocked" } as const;
  const untouched = { path: "a.untouched", tokens: 7, cause: "blocked" } as const;
  return [passed, secret, ...(sequence % 5 === 0 ? [rare] : []), untouched];
}

describe("savings in any range, time zone and filter", () => {
  it("equal a recount of the handoffs", async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(
        anyScope(() => workspaceId),
        fc.constantFrom(undefined, 1, 2),
        async (scope, limit) => {
          const counted = handoffs.filter((one) => isIn(one, scope));
          const enforced = counted.filter(isEnforced);
          const day = (one: Handoff) => keyOf(one.occurredAt, scope);
          const rule = (one: Handoff) => one.ruleId ?? "";
          const pair = (one: Pick<Handoff, "fromAgent" | "toAgent">) => `${one.fromAgent} ${one.toAgent}`;
          const utc = { ...scope, range: { ...scope.range, timeZone: "UTC" } };
          const [sums, days, byRule, byPair, byModel, rules, pairs, received, blocked, figures] =
            await Promise.all([
              getSavings(db, scope),
              listSavingsByDay(db, scope),
              listSavingsByDayAndRule(db, { ...scope, limit }),
              listSavingsByDayAndPair(db, { ...scope, limit }),
              listSavingsByModel(db, scope),
              listRuleTraffic(db, scope),
              listPairTraffic(db, scope),
              listReceivedByDay(db, { ...scope, limit }),
              listBlockedFields(db, scope),
              getSavingsTotals(db, scope),
            ]);
          expect(sums).toEqual(sumOf(counted));
          expect(Object.fromEntries(days.map(({ day: key, ...found }) => [key, found]))).toEqual(
            groupBy(counted, day, sumOf),
          );
          const listedRules = distinguish(counted, rule, limit);
          const listedPairs = distinguish(counted, pair, limit);
          const found = {
            daysByRule: byKey(byRule.rows, ({ day, of }) => `${day} ${of ? of.ruleId : OTHERS}`, savedOf),
            daysByPair: byKey(byPair.rows, ({ day, of }) => `${day} ${of ? pair(of) : OTHERS}`, savedOf),
            rules: byKey(rules, ({ ruleId }) => ruleId, trafficOf),
            pairs: byKey(pairs, pair, trafficOf),
          };
          expect(found).toEqual({
            daysByRule: withoutIdle(groupBy(counted, (one) => `${day(one)} ${listedRules(one)}`, savedOfAll)),
            daysByPair: withoutIdle(groupBy(counted, (one) => `${day(one)} ${listedPairs(one)}`, savedOfAll)),
            rules: groupBy(counted, rule, trafficOfAll),
            pairs: groupBy(counted, pair, trafficOfAll),
          });
          expect([byRule.seriesCount, byPair.seriesCount]).toEqual([
            new Set(counted.map(rule)).size,
            new Set(counted.map(pair)).size,
          ]);
          expect(
            Object.fromEntries(byModel.map(({ day: key, model, tokens }) => [`${key} ${model}`, tokens])),
          ).toEqual(
            groupBy(
              counted,
              (one) => `${keyOf(one.occurredAt, utc)} ${one.toModel ?? ""}`,
              (rows) => total(rows.filter(isEnforced), netOf),
            ),
          );
          const fullest = listFullest(enforced);
          expect(received.receiverCount).toBe(fullest.length);
          const fullestListed = fullest.slice(0, limit);
          expect(
            Object.fromEntries(
              received.days.map(({ day: key, toAgent, ...row }) => [`${key} ${toAgent}`, row]),
            ),
          ).toEqual(
            groupBy(
              enforced.filter(({ toAgent }) => fullestListed.includes(toAgent)),
              (one) => `${day(one)} ${one.toAgent}`,
              (rows) => ({
                handoffCount: rows.length,
                afterTokens: total(rows, ({ afterTokens }) => afterTokens),
              }),
            ),
          );
          const blocking = enforced.filter(({ savedByBlocked }) => (savedByBlocked ?? 0) > 0);
          const isFiltered = Object.values(scope.filter).length > 0;
          expect(blocked.lookedAt).toBe(isFiltered ? blocking.length : null);
          const lost = blocking.flatMap(outlineOf).filter(({ tokens, after = tokens }) => after < tokens);
          const lostTokens = ({ tokens, after = tokens }: OutlineEntry) => tokens - after;
          expect(Object.fromEntries(blocked.fields.map(({ path, ...found }) => [path, found]))).toEqual(
            groupBy(
              lost,
              ({ path }) => path,
              (rows) => ({ handoffCount: rows.length, tokens: total(rows, lostTokens) }),
            ),
          );
          const ranked = blocked.fields.map(({ tokens }) => tokens);
          expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
          expect(figures).toMatchObject(metricsOf(enforced));
        },
      ),
      { numRuns: 25 },
    );
  });

  it("equal the sum of the listed handoffs, page by page", async () => {
    const { db } = database;
    const anyBehind = fc.record(
      { cause: fc.constantFrom(...CAUSES), isObserved: fc.boolean() },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        anyScope(() => workspaceId),
        anyBehind,
        async (scope, behind) => {
          const expected = handoffs.filter(
            (one) =>
              isIn(one, scope) &&
              isEnforced(one) !== (behind.isObserved ?? false) &&
              (behind.cause === undefined || causeOf(one, behind.cause) > 0),
          );
          const listed = [];
          let cursor: SavedHandoffCursor | undefined;
          do {
            const page = await listSavedHandoffs(db, { ...scope, ...behind, cursor, limit: 7 });
            listed.push(...page.handoffs);
            cursor = page.nextCursor ?? undefined;
          } while (cursor);
          expect(listed.map(({ eventId }) => eventId).sort()).toEqual(
            expected.map(({ eventId }) => eventId).sort(),
          );
          expect(total(listed, ({ savedTokens }) => savedTokens)).toBe(total(expected, netOf));
          const times = listed.map(({ occurredAt }) => occurredAt.getTime());
          expect(times).toEqual([...times].sort((a, b) => b - a));
        },
      ),
      { numRuns: 10 },
    );
  });

  it("differ from a recount that counts observe-only handoffs as saved", async () => {
    const range = { start: new Date("2026-01-01"), end: new Date("2027-01-01"), timeZone: "UTC" };
    const forgetful = handoffs.filter(({ kind }) => kind === "context");
    expect((await getSavings(database.db, { workspaceId, range, filter: {} })).savedTokens).not.toBe(
      total(forgetful, ({ savedTokens }) => savedTokens),
    );
  });
});

function isIn(one: Handoff, scope: SavingsSeriesScope): boolean {
  const { agent, from, to, ruleId, mode, workflow } = scope.filter;
  return (
    one.kind === "context" &&
    isInRange(one.occurredAt, scope) &&
    (agent === undefined || one.fromAgent === agent || one.toAgent === agent) &&
    (from === undefined || one.fromAgent === from) &&
    (to === undefined || one.toAgent === to) &&
    (ruleId === undefined || (one.ruleId ?? "") === ruleId) &&
    (mode === undefined || one.mode === mode) &&
    (workflow === undefined || one.workflowId === workflow)
  );
}

function isEnforced({ scopingState }: Handoff): boolean {
  return scopingState !== "observed";
}

function causeOf(one: Handoff, cause: Cause): number {
  return savedBy(one, cause);
}

function sumOf(counted: readonly Handoff[]) {
  const enforced = counted.filter(isEnforced);
  const observed = counted.filter((one) => !isEnforced(one));
  return {
    handoffCount: enforced.length,
    beforeTokens: total(enforced, ({ beforeTokens }) => beforeTokens),
    afterTokens: total(enforced, ({ afterTokens }) => afterTokens),
    savedTokens: total(enforced, ({ savedTokens }) => savedTokens),
    ...mapCauseFields((cause) => total(enforced, (one) => causeOf(one, cause))),
    addedTokens: total(enforced, ({ addedTokens }) => addedTokens),
    summarizerTokens: total(enforced, ({ summarizerTokens }) => summarizerTokens),
    blockedCount: enforced.filter(({ savedByBlocked }) => (savedByBlocked ?? 0) > 0).length,
    observedCount: observed.length,
    observedSavedTokens: total(observed, ({ savedTokens }) => savedTokens),
  };
}

const OTHERS = "(all others)";

/** Returns the expected series of each handoff if only the series that saved most are separate. */
function distinguish(
  counted: readonly Handoff[],
  keyOf: (one: Handoff) => string,
  limit = Number.POSITIVE_INFINITY,
) {
  const saved = Object.entries(groupBy(counted, keyOf, (rows) => netOf(sumOf(rows))));
  const ranked = saved.sort(([a, less], [b, more]) => more - less || (a < b ? -1 : 1)).map(([key]) => key);
  const fullestListed = new Set(ranked.slice(0, ranked.length > limit ? limit - 1 : limit));
  return (one: Handoff) => (fullestListed.has(keyOf(one)) ? keyOf(one) : OTHERS);
}

/** Returns receivers, largest average handoff first. */
function listFullest(enforced: readonly Handoff[]): string[] {
  const means = groupBy(
    enforced,
    ({ toAgent }) => toAgent,
    (rows) => total(rows, ({ afterTokens }) => afterTokens) / rows.length,
  );
  const ranked = Object.entries(means).sort(([a, less], [b, more]) => more - less || (a < b ? -1 : 1));
  return ranked.map(([agent]) => agent);
}

type Saved = { netTokens: number; handoffCount: number };
type Traffic = Pick<
  ReturnType<typeof sumOf>,
  "savedTokens" | "summarizerTokens" | "handoffCount" | "beforeTokens" | "observedCount"
>;

const savedOf = ({ netTokens, handoffCount }: Saved) => ({ netTokens, handoffCount });
const savedOfAll = (counted: readonly Handoff[]) => {
  const sums = sumOf(counted);
  return savedOf({ ...sums, netTokens: netOf(sums) });
};
const trafficOf = ({
  beforeTokens,
  savedTokens,
  summarizerTokens,
  handoffCount,
  observedCount,
}: Traffic) => ({
  beforeTokens,
  savedTokens,
  summarizerTokens,
  handoffCount,
  observedCount,
});
const trafficOfAll = (counted: readonly Handoff[]) => trafficOf(sumOf(counted));

/** A series has no row for a day without enforced handoffs. */
function withoutIdle(days: Record<string, Saved>) {
  return Object.fromEntries(Object.entries(days).filter(([, { handoffCount }]) => handoffCount > 0));
}

function byKey<Row, Totals>(rows: readonly Row[], key: (row: Row) => string, sums: (row: Row) => Totals) {
  return Object.fromEntries(rows.map((row) => [key(row), sums(row)]));
}

function netOf({ savedTokens, summarizerTokens }: Pick<Handoff, "savedTokens" | "summarizerTokens">): number {
  return (savedTokens ?? 0) - (summarizerTokens ?? 0);
}

/** Returns the tiles that depend on context handoffs. */
function metricsOf(enforced: readonly Handoff[]) {
  const before = total(enforced, ({ beforeTokens }) => beforeTokens);
  // Events without a model have no price, because this workspace chose no default model.
  const priced = enforced.filter((one) => one.toModel === "m" && netOf(one) !== 0);
  const dollars = total(priced, (one) => {
    const isDearer = one.occurredAt.toISOString().slice(0, 10) >= "2026-03-29";
    return (netOf(one) * (isDearer ? 5_000 : 2_000)) / 1_000_000;
  });
  return {
    savedTokens: total(enforced, netOf),
    savedShare: before > 0 ? total(enforced, netOf) / before : null,
    savedDollars: priced.length > 0 ? expect.closeTo(dollars, 6) : null,
    unpricedTokens: total(
      enforced.filter(({ toModel }) => toModel === null),
      netOf,
    ),
    handoffCount: enforced.length,
  };
}
