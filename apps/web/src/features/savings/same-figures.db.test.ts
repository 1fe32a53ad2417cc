import { addMember, createAccount, createApiKey } from "@baton/db";
import { addTotals } from "@baton/db/test";
import { ensureWorkspace } from "@baton/db/write";
import { metricOf } from "@baton/server/alert";
import { shareOf } from "@baton/server/savings";
import { listAlertParts } from "@baton/services/alert/list-alert-parts";
import { formatPercent } from "@baton/ui/format/number";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toCsv } from "@/features/savings/series-csv";
import { SHARE_SERIES, sharePoints } from "@/features/savings/share-chart";
import { createRoutes } from "@/server/api/create-routes";
import { PolicyChanges } from "@/server/api/policy-changes";
import { appRouter } from "@/server/root";
import { createCallerFactory } from "@/server/trpc";
import { createWebDatabase } from "../../../../test/web-database";
import { Report } from "./report";

const [START, DAYS] = [Date.parse("2026-03-10T00:00:00Z"), 3];
const HOUR = 3_600_000;

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let changes: PolicyChanges;
let userId: string;
let serial = 0;

beforeAll(async () => {
  database = await createWebDatabase();
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  const account = await createAccount(database.db, { name: "m", email: "m@x.org", passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  userId = account.id;
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

/** Original tokens, gross savings and summarizer tokens of the handoffs of one hour. */
const anyHour = fc
  .record({
    hour: fc.nat(DAYS * 24 - 1),
    afterTokens: fc.nat(90_000),
    savedTokens: fc.nat(50_000),
    summarizerTokens: fc.integer({ min: 1, max: 9_000 }),
  })
  .map(({ hour, ...sums }) => ({
    ...sums,
    start: new Date(START + hour * HOUR),
    handoffCount: 1,
    beforeTokens: sums.afterTokens + sums.savedTokens,
  }));
type Hour = typeof anyHour extends fc.Arbitrary<infer Value> ? Value : never;

it("tile, header, report, targets, alert, API, tables and CSV show the same net share saved", async () => {
  const anyHours = fc.uniqueArray(anyHour, {
    minLength: 1,
    maxLength: 30,
    selector: ({ start }) => start.getTime(),
  });
  await fc.assert(
    fc.asyncProperty(anyHours, async (hours) => {
      const workspace = await storeHours(hours);
      const offered = hours.reduce((sum, { beforeTokens }) => sum + beforeTokens, 0);
      fc.pre(offered > 0);
      const net = hours.reduce((sum, each) => sum + each.savedTokens - each.summarizerTokens, 0);
      const shown = formatPercent(net / offered);

      const { figures, savings, points, report } = await readPages(workspace);
      const shares = {
        tile: figures.now.savedShare,
        header: shareOf(savings.sums),
        alert: await readAlert(workspace),
        api: await readApi(workspace),
      };
      expect(shares).toEqual({
        tile: net / offered,
        header: net / offered,
        alert: net / offered,
        api: net / offered,
      });
      expect(report).toContain(`${shown} of the original context of ${hours.length} handoff`);
      expect(report).toContain(`Share saved${shown}`);
      const isMet = net / offered >= 0.3;
      expect(report).toContain(`Share savedat least 30.0\u00a0%${shown}${isMet ? "✓ met" : "▼ missed"}`);
      // All handoffs have the same pair and rule.
      expect(report.split(`${shown}`).length - 1).toBeGreaterThanOrEqual(5);

      const csv = toCsv({ pointHeader: "day", series: SHARE_SERIES, points });
      expect(csv.trim().split("\r\n").slice(1)).toEqual(
        savings.buckets.map((day) => `${day},${shareOfDay(hours, day)}`),
      );
    }),
    { numRuns: 8 },
  );
});

function shareOfDay(hours: readonly Hour[], day: string): number | "" {
  const ofDay = hours.filter(({ start }) => start.toISOString().startsWith(day));
  const offered = ofDay.reduce((sum, { beforeTokens }) => sum + beforeTokens, 0);
  const net = ofDay.reduce((sum, each) => sum + each.savedTokens - each.summarizerTokens, 0);
  return offered === 0 ? "" : net / offered;
}

async function storeHours(hours: readonly Hour[]): Promise<string> {
  const workspaceId = `share-${serial++}`;
  const { db } = database;
  await ensureWorkspace(db, { workspaceId });
  await addMember(db, { workspaceId, userId, roles: ["owner"] });
  await addTotals(
    db,
    workspaceId,
    hours.map(({ start, ...sums }) => ({ at: start, ruleId: "r", ...sums })),
  );
  return workspaceId;
}

const RANGE = "2026-03-10..2026-03-12";

async function readPages(workspace: string) {
  const caller = createCallerFactory(appRouter)({
    liveMark: "",
    user: { id: userId, name: "m", email: "m@x.org" },
    db: database.db,
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
  });
  const view = { range: RANGE, tz: "UTC" };
  const input = { workspace, ...view };
  const savings = await caller.overview.savings(input);
  const figures = await caller.savings.figures(input);
  const html = renderToStaticMarkup(
    createElement(Report, {
      workspace,
      view,
      compare: "none",
      savings,
      figures,
      worse: await caller.overview.worse(input),
      blocked: await caller.savings.blockedFields(input),
      details: await caller.report.get(input),
      made: { at: new Date(START), by: "m", workspaceName: workspace, address: "http://localhost" },
    }),
  );
  const points = sharePoints(savings.points, savings.buckets);
  return { savings, figures, points, report: html.replace(/<[^>]*>/g, "") };
}

async function readAlert(workspaceId: string): Promise<number | null> {
  const window = { start: START, end: START + DAYS * 24 * HOUR };
  return metricOf(
    "share_saved",
    await listAlertParts(database.db, { workspaceId, figure: "share_saved", filter: {}, window }),
  );
}

async function readApi(workspaceId: string): Promise<unknown> {
  const key = { workspaceId, name: "t", scopes: ["read" as const], createdBy: "t", expiresAt: null };
  const { token } = await createApiKey(database.db, key);
  const request = new Request(`http://localhost/api/v1/savings?range=${RANGE}&tz=UTC`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = await (await createRoutes({ db: database.db, changes }).fetch(request)).json();
  return answer.totals.share_saved;
}
