import { HANDOFF_KINDS } from "@baton/core/session";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildHandoffs, buildWorkspace } from "../../../test/factories";
import { AGENTS, anyScope, anyTime, groupBy, isInRange, total } from "../../../test/savings-scopes";
import type { handoff } from "../../schema/index";
import { listDelegationSizes, listUngovernedKinds } from "./delegation";
import { addToUngoverned } from "./ungoverned-write";

type Handoff = typeof handoff.$inferSelect;

const anyHandoff = fc.record({
  occurredAt: anyTime,
  kind: fc.constantFrom(...HANDOFF_KINDS),
  fromAgent: fc.constantFrom(...AGENTS),
  toAgent: fc.constantFrom(...AGENTS),
  beforeTokens: fc.option(fc.nat(9_000), { nil: null }),
  afterTokens: fc.option(fc.nat(9_000), { nil: null }),
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
let handoffs: Handoff[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  workspaceId = await buildWorkspace(db);
  handoffs = await buildHandoffs(db, workspaceId, fc.sample(anyHandoff, { numRuns: 200, seed: 7 }));
  const facts = handoffs.map(({ occurredAt, ...one }) => ({ occurredAt, facts: one }));
  await addToUngoverned(db, workspaceId, facts);
});
afterAll(() => database.drop());

function sizesOf(rows: readonly Handoff[]) {
  return {
    count: rows.length,
    meanBeforeTokens: meanOf(rows.map(({ beforeTokens }) => beforeTokens)),
    meanAfterTokens: meanOf(rows.map(({ afterTokens }) => afterTokens)),
  };
}

/** Only recorded sizes. */
function meanOf(sizes: readonly (number | null)[]): number | null {
  const recorded = sizes.filter((size) => size !== null);
  return recorded.length === 0 ? null : Math.round(total(recorded, (size) => size) / recorded.length);
}

it("listDelegationSizes equals a recount of the handoffs in any range", async () => {
  const counts = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      anyScope(() => workspaceId),
      async (scope) => {
        const counted = handoffs.filter(
          (one) => (one.kind === "delegation" || one.kind === "return") && isInRange(one.occurredAt, scope),
        );
        const found = await listDelegationSizes(database.db, scope);
        expect(
          Object.fromEntries(
            found.map(({ kind, fromAgent, toAgent, ...row }) => [`${kind} ${fromAgent} ${toAgent}`, row]),
          ),
        ).toEqual(
          groupBy(counted, ({ kind, fromAgent, toAgent }) => `${kind} ${fromAgent} ${toAgent}`, sizesOf),
        );
        counts.add(counted.length);
      },
    ),
    { numRuns: 40 },
  );
  expect(counts.size).toBeGreaterThan(5);
});

it("listUngovernedKinds equals a recount of the handoffs without a policy in any range", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyScope(() => workspaceId),
      async (scope) => {
        const counted = handoffs.filter((one) => one.kind !== "context" && isInRange(one.occurredAt, scope));
        const found = await listUngovernedKinds(database.db, scope);
        expect(Object.fromEntries(found.map(({ kind, ...row }) => [kind, row]))).toEqual(
          groupBy(
            counted,
            ({ kind }) => kind,
            (rows) => ({
              count: rows.length,
              beforeTokens: total(rows, ({ beforeTokens }) => beforeTokens ?? 0),
              afterTokens: total(rows, ({ afterTokens }) => afterTokens ?? 0),
            }),
          ),
        );
      },
    ),
    { numRuns: 20 },
  );
});
