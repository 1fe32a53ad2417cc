import { handoffFacts } from "@baton/core/session";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { addToFields } from "./field-totals";
import { listFieldFlows, listFieldGrowth, listFieldNames } from "./field-traffic";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const workspaceId = "w";
const range = { start: new Date("2026-03-09T22:00Z"), end: new Date("2026-03-12T00:00Z"), timeZone: "UTC" };
const scope = { workspaceId, range, filter: {}, limit: 50 };

const NOTES = "severity.internal_notes";
const blocked = { path: NOTES, tokens: 40, after: 0, cause: "blocked" } as const;

function handOver(day: string, fields: Partial<Parameters<typeof handoffFacts>[0]>) {
  const pair = { kind: "context", fromAgent: "severity", toAgent: "billing", ruleId: "to_billing" } as const;
  return { occurredAt: new Date(`${day}T12:00Z`), facts: handoffFacts({ ...pair, ...fields }) };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await addToFields(database.db, workspaceId, [
    handOver("2026-03-10", { outline: [blocked, { path: "severity.claim", tokens: 9 }] }),
    handOver("2026-03-11", { outline: [blocked] }),
    handOver("2026-03-11", { toAgent: "mail", ruleId: null, outline: [{ path: NOTES, tokens: 30 }] }),
    // Observe mode passes what enforcement would block.
    handOver("2026-03-11", { toAgent: "audit", scopingState: "observed", outline: [blocked] }),
    handOver("2026-03-08", { toAgent: "before", outline: [blocked] }),
    handOver("2026-03-11", { kind: "delegation", outline: [blocked] }),
  ]);
});
afterAll(() => database.drop());

describe("fields across sessions", () => {
  it("lists the pairs that pass a field, with their rules", async () => {
    const flows = await listFieldFlows(database.db, { ...scope, filter: { field: "internal_notes" } });
    const told = flows.map(({ fromAgent, toAgent, ruleId, outcome, handoffCount, afterTokens, lastSeenOn }) =>
      [
        fromAgent,
        toAgent,
        ruleId,
        outcome,
        handoffCount,
        afterTokens,
        lastSeenOn.toISOString().slice(0, 10),
      ].join(),
    );
    expect(told).toEqual([
      "severity,billing,to_billing,blocked,2,0,2026-03-11",
      "severity,audit,to_billing,passed,1,40,2026-03-11",
      "severity,mail,,passed,1,30,2026-03-11",
    ]);
  });

  it("distinguishes a path from other fields of the same name", async () => {
    expect(await listFieldFlows(database.db, { ...scope, filter: { field: NOTES } })).toHaveLength(3);
    expect(await listFieldFlows(database.db, { ...scope, filter: { field: "x.internal_notes" } })).toEqual(
      [],
    );
  });

  it("filters by agent and rule; an empty rule is the default", async () => {
    const ofMail = await listFieldFlows(database.db, { ...scope, filter: { agent: "mail" } });
    expect(ofMail.map(({ toAgent }) => toAgent)).toEqual(["mail"]);
    const withoutRule = await listFieldFlows(database.db, { ...scope, filter: { ruleId: "" } });
    expect(withoutRule).toEqual(ofMail);
  });

  it("lists each name once, with its pairs and outcomes", async () => {
    const names = await listFieldNames(database.db, { ...scope, search: "severity." });
    expect(names.map(({ lastSeenOn: _, ...name }) => name)).toEqual([
      {
        name: "internal_notes",
        pathCount: 1,
        pairCount: 3,
        handoffCount: 4,
        passedCount: 2,
        blockedCount: 2,
        beforeTokens: 150,
        afterTokens: 70,
      },
      {
        name: "claim",
        pathCount: 1,
        pairCount: 1,
        handoffCount: 1,
        passedCount: 1,
        blockedCount: 0,
        beforeTokens: 9,
        afterTokens: 9,
      },
    ]);
    expect(await listFieldNames(database.db, { ...scope, search: "100%" })).toEqual([]);
  });

  it("lists fields that pass more per handoff than in an earlier period", async () => {
    const [before, day] = [new Date("2026-05-01"), new Date("2026-05-02")];
    const grow = (on: string, tokens: number) =>
      handOver(on, { toAgent: "growing", outline: [{ path: "severity.claim", tokens }, blocked] });
    await addToFields(database.db, workspaceId, [
      grow("2026-05-01", 10),
      grow("2026-05-02", 30),
      grow("2026-05-02", 50),
      handOver("2026-05-02", { toAgent: "growing", outline: [{ path: "severity.new", tokens: 7 }] }),
    ]);
    const grown = await listFieldGrowth(database.db, {
      ...scope,
      range: { start: day, end: new Date("2026-05-03"), timeZone: "UTC" },
      before: { start: before, end: day, timeZone: "UTC" },
    });
    expect(grown).toMatchObject([
      { path: "severity.claim", handoffCount: 2, passedTokens: 80, passedTokensBefore: 10, grownTokens: 60 },
      { path: "severity.new", handoffCount: 1, handoffCountBefore: 0, grownTokens: 7 },
    ]);
  });
});
