import { createApiKey } from "@baton/db";
import { addTotals, createTestDatabase } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRoutes } from "./create-routes";
import { PolicyChanges } from "./policy-changes";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let changes: PolicyChanges;
let token: string;

const WORKSPACE = "savings-api";
/** An hour of 10 March in New York, and of 11 March in Berlin. */
const LATE = new Date("2026-03-10T23:00:00Z");
const EARLY = new Date("2026-03-10T08:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  await ensureWorkspace(database.db, { workspaceId: WORKSPACE });
  const key = {
    workspaceId: WORKSPACE,
    name: "t",
    scopes: ["read" as const],
    createdBy: "t",
    expiresAt: null,
  };
  token = (await createApiKey(database.db, key)).token;
  const sums = {
    ruleId: "r",
    toModel: "gpt-5",
    handoffCount: 2,
    beforeTokens: 3_000_000,
    afterTokens: 1_000_000,
    savedTokens: 2_000_000,
    savedByMode: 1_900_000,
    savedByBlocked: 150_000,
    addedTokens: -50_000,
    blockedCount: 1,
  };
  await addTotals(database.db, WORKSPACE, [
    { ...sums, at: EARLY, summarizerTokens: 400_000 },
    { ...sums, at: LATE, toModel: "", observedCount: 3, observedSavedTokens: 70 },
  ]);
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

function ask(query: string) {
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`http://localhost/api/v1/savings?${query}`, { headers });
  return createRoutes({ db: database.db, changes }).fetch(request);
}

describe("GET /api/v1/savings", () => {
  it("returns consistent totals, their value, and a point for each day with handoffs", async () => {
    const response = await ask("range=2026-03-10..2026-03-12&tz=Europe/Berlin");
    const { totals, points, ...period } = await response.json();
    expect(period).toEqual({
      start: "2026-03-09T23:00:00.000Z",
      end: "2026-03-12T23:00:00.000Z",
      time_zone: "Europe/Berlin",
      bucket: "day",
    });
    expect(totals).toMatchObject({
      handoffs: 4,
      tokens_saved: 4_000_000,
      tokens_saved_net: 3_600_000,
      share_saved: 0.6,
      tokens_added: -100_000,
      observed_handoffs: 3,
      observed_tokens_saved: 70,
      dollars_saved_net: 2,
      unpriced_tokens: 2_000_000,
    });
    const causes: number[] = Object.values(totals.saved_by);
    expect(causes.reduce((sum, tokens) => sum + tokens, totals.tokens_added)).toBe(totals.tokens_saved);
    expect(points.map((point: { at: string; handoffs: number }) => [point.at, point.handoffs])).toEqual([
      ["2026-03-10", 2],
      ["2026-03-11", 2],
    ]);
  });

  it("applies the filters of its query, and rejects invalid ones", async () => {
    const range = "range=2026-03-10..2026-03-12";
    expect((await (await ask(`${range}&rule=other`)).json()).totals).toMatchObject({
      handoffs: 0,
      dollars_saved_net: null,
      unpriced_tokens: 0,
    });
    const refused = await ask("range=yesterday&tz=Mars/Olympus");
    expect(refused.status).toBe(400);
    expect((await refused.json()).findings.map(({ path }: { path: string }) => path)).toEqual([
      "/range",
      "/tz",
    ]);
  });

  it.each([
    ["form=fraud_agent", 'Unrecognized key: "form"'],
    ["mode=loud", '/mode is text ("loud"), one of full, scoped, minimal is needed'],
  ])("rejects %s with the reason", async (query, message) => {
    const refused = await ask(query);
    expect(refused.status).toBe(400);
    const { findings } = await refused.json();
    expect(findings).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
  });
});
