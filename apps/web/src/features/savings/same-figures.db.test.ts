import { CAUSES } from "@baton/core";
import { HANDOFF_MODES } from "@baton/core/policy";
import { addMember, createAccount, createApiKey, SAVINGS_SUBJECTS } from "@baton/db";
import { buildHandoffs } from "@baton/db/test/factories";
import { AGENTS, groupBy, keyOf, RULES, total, WORKFLOWS } from "@baton/db/test/savings-scopes";
import { addToSavings, ensureWorkspace, toSummed, upsertPrice } from "@baton/db/write";
import { metricOf } from "@baton/server/alert";
import { netOf, shareOf } from "@baton/server/savings";
import { listAlertParts } from "@baton/services/alert/list-alert-parts";
import { formatCompact, formatCount, formatMoney, formatPercent } from "@baton/ui/format/number";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  pointsByCause,
  splitByPair,
  splitByRule,
  splitSavings,
} from "@/features/savings/overview/savings-chart";
import { savingsCsv } from "@/features/savings/savings-csv";
import { toCsv } from "@/features/savings/series-csv";
import { SHARE_SERIES, sharePoints } from "@/features/savings/share-chart";
import { createRoutes } from "@/server/api/create-routes";
import { PolicyChanges } from "@/server/api/policy-changes";
import type { SavingsView } from "@/server/inputs";
import { appRouter } from "@/server/root";
import { createCallerFactory } from "@/server/trpc";
import { createWebDatabase } from "../../../test/web-database";
import { Report } from "./report/report";

const WORKSPACE = "same-figures";
const SEED = 34;
const START = Date.parse("2026-03-26T00:00:00Z");
const DAY = 86_400_000;
const DAYS = 6;
/** The clocks of Berlin change on 29 March, and so does the price. */
const PRICES = [
  { effectiveFrom: "2026-01-01", inputPrice: 2_000 },
  { effectiveFrom: "2026-03-29", inputPrice: 5_000 },
];

let database: Awaited<ReturnType<typeof createWebDatabase>>;
let changes: PolicyChanges;
let userId: string;
let token: string;
let handoffs: Awaited<ReturnType<typeof buildHandoffs>>;

const anyHandoff = fc
  .record({
    occurredAt: fc.nat(DAYS * DAY - 1).map((offset) => new Date(START + offset)),
    fromAgent: fc.constantFrom(...AGENTS),
    toAgent: fc.constantFrom(...AGENTS),
    ruleId: fc.constantFrom(...RULES),
    workflowId: fc.constantFrom(...WORKFLOWS),
    toModel: fc.constantFrom("m", "m", "unpriced", null),
    mode: fc.constantFrom(...HANDOFF_MODES),
    kind: fc.constantFrom("context" as const, "context" as const, "delegation" as const),
    scopingState: fc.constantFrom("scoped" as const, "scoped" as const, "observed" as const),
    afterTokens: fc.nat(9_000),
    savedByMode: fc.nat(9_000),
    savedByBlocked: fc.constantFrom(0, 70),
    addedTokens: fc.constantFrom(0, -3),
    summarizerTokens: fc.constantFrom(0, null, 30, 4_000),
  })
  .map((fields) => {
    const savedTokens = fields.savedByMode + fields.savedByBlocked + fields.addedTokens;
    return { ...fields, savedTokens, beforeTokens: fields.afterTokens + savedTokens };
  });
type Handoff = (typeof handoffs)[number];

beforeAll(async () => {
  database = await createWebDatabase();
  const { db } = database;
  changes = new PolicyChanges(database.url, (error) => {
    throw error;
  });
  const account = await createAccount(db, { name: "m", email: "m@x.org", passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  userId = account.id;
  await ensureWorkspace(db, { workspaceId: WORKSPACE });
  await addMember(db, { workspaceId: WORKSPACE, userId, roles: ["owner"] });
  const key = { name: "t", scopes: ["read" as const], createdBy: "t", expiresAt: null };
  token = (await createApiKey(db, { workspaceId: WORKSPACE, ...key })).token;
  for (const price of PRICES)
    await upsertPrice(db, { ...NO_RATES, ...price, workspaceId: WORKSPACE, model: "m", setBy: "t" });
  handoffs = await buildHandoffs(db, WORKSPACE, fc.sample(anyHandoff, { numRuns: 150, seed: SEED }));
  await addToSavings(db, WORKSPACE, handoffs.map(toSummed));
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});

const NO_RATES = {
  outputPrice: null,
  cacheWritePrice: null,
  cacheWrite1hPrice: null,
  cacheReadPrice: null,
  longContext: null,
  contextWindow: null,
};

const anyView: fc.Arbitrary<SavingsView> = fc
  .record({
    first: fc.nat(DAYS - 1),
    length: fc.nat(DAYS - 1),
    // Alerts read whole hours of UTC, so the zones have whole hours.
    tz: fc.constantFrom("UTC", "Europe/Berlin", "America/Los_Angeles"),
    filter: fc.record(
      {
        agent: fc.constantFrom(...AGENTS),
        from: fc.constantFrom(...AGENTS),
        to: fc.constantFrom(...AGENTS),
        rule: fc.constantFrom("r1", ""),
        mode: fc.constantFrom(...HANDOFF_MODES),
        workflow: fc.constantFrom("w1", "w2"),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ first, length, tz, filter }) => {
    const dayAt = (place: number) => new Date(START + place * DAY).toISOString().slice(0, 10);
    return { range: `${dayAt(first)}..${dayAt(first + length)}`, tz, ...filter };
  });

it("tile, header, chart, table, CSV, rankings, report, alert, API and SQL show the same numbers", async () => {
  await fc.assert(
    fc.asyncProperty(anyView, async (view) => {
      const pages = await readPages(view);
      const { figures, savings, rankings, file } = pages;
      const fromSql = await readSql(view, savings.period);
      const isEmpty = fromSql.handoffs === 0;
      const dollars = isEmpty ? null : worthOf(view, savings.period);

      const [points, { buckets }] = [savings.points, savings];
      const ofCharts = {
        causes: sumPoints(pointsByCause(points, buckets)),
        rules: sumPoints(splitSavings(splitByRule(pages.byRule).splits, points, buckets).points),
        pairs: sumPoints(splitSavings(splitByPair(pages.byPair).splits, points, buckets).points),
      };
      expect(ofCharts).toEqual({ causes: fromSql.gross, rules: fromSql.net, pairs: fromSql.net });

      const header = { ...savings.sums, net: netOf(savings.sums), share: shareOf(savings.sums) };
      const { tiles, api } = { tiles: figures.now, api: await readApi(view) };
      const alert = await readAlerts(view, savings.period);
      const net = {
        tile: tiles.savedTokens,
        header: header.net,
        api: api.tokens_saved_net,
        file: sumOf(file, "net tokens"),
      };
      expect({ ...net, alert: alert.tokens ?? 0 }).toEqual(same({ ...net, alert: 0 }, fromSql.net));
      const count = {
        tile: tiles.handoffCount,
        header: header.handoffCount,
        api: api.handoffs,
        file: sumOf(file, "handoffs"),
      };
      expect({ ...count, alert: alert.handoffs }).toEqual(same({ ...count, alert: 0 }, fromSql.handoffs));
      const share = fromSql.offered === 0 ? null : fromSql.net / fromSql.offered;
      expect([tiles.savedShare, header.share, api.share_saved, alert.share]).toEqual([
        share,
        share,
        share,
        share,
      ]);
      expect(sumOf(file, "offered tokens")).toBe(fromSql.offered);

      for (const { first } of rankings) {
        expect(total(first, netOf)).toBe(fromSql.net);
        expect(total(first, ({ beforeTokens }) => beforeTokens)).toBe(fromSql.offered);
      }
      const money = [
        tiles.savedDollars,
        api.dollars_saved_net,
        alert.dollars,
        sumOf(file, "US dollars"),
        ...rankings.map(({ first }) => total(first, ({ dollars }) => dollars)),
      ];
      for (const one of money) expect(one ?? 0).toBeCloseTo(dollars ?? 0, 5);

      expect(readShares(pages)).toEqual(readSharesOfDays(view, pages));
      const { report } = pages;
      if (share === null) {
        expect(report).toContain("No handoffs in this period.");
        return;
      }
      expect(report).toContain(
        `${formatPercent(share)} of the original context of ${formatCount(fromSql.handoffs)} handoff`,
      );
      expect(report).toContain(`${formatCount(fromSql.net)} tokens, net.`);
      expect(report).toContain(`Tokens saved, net${formatCompact(fromSql.net)}`);
      expect(report).toContain(`Share saved${formatPercent(share)}`);
      expect(report).toContain(`Money saved, net${formatMoney(tiles.savedDollars)}`);
      const verdict = share >= 0.3 ? "✓ met" : "▼ missed";
      expect(report).toContain(`Share savedat least 30.0\u00a0%${formatPercent(share)}${verdict}`);
    }),
    { numRuns: 20, seed: SEED },
  );
});

/** The subjects whose rows are handoffs; a field is a part of one. */
const SUBJECTS = SAVINGS_SUBJECTS.filter((subject) => subject !== "field");

async function readPages(view: SavingsView) {
  const caller = createCallerFactory(appRouter)({
    liveMark: "",
    user: { id: userId, name: "m", email: "m@x.org" },
    db: database.db,
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
  });
  const input = { workspace: WORKSPACE, ...view };
  const savings = await caller.overview.savings(input);
  const figures = await caller.savings.figures(input);
  const html = renderToStaticMarkup(
    createElement(Report, {
      workspace: WORKSPACE,
      view,
      compare: "none",
      savings,
      figures,
      worse: await caller.overview.worse(input),
      blocked: await caller.savings.blockedFields(input),
      details: await caller.report.get(input),
      made: { at: new Date(START), by: "m", workspaceName: WORKSPACE, address: "http://localhost" },
    }),
  );
  return {
    savings,
    figures,
    byRule: await caller.overview.savingsByRule(input),
    byPair: await caller.overview.savingsByPair(input),
    rankings: await Promise.all(SUBJECTS.map((by) => caller.ranking.get({ ...input, by }))),
    file: readFile(savingsCsv(await caller.ranking.rows(input))),
    report: html.replace(/<[^>]*>/g, ""),
  };
}
type Pages = Awaited<ReturnType<typeof readPages>>;

function isIn(
  one: Handoff,
  { agent, from, to, rule, mode, workflow }: SavingsView,
  { start, end }: Pages["savings"]["period"],
) {
  return (
    one.kind === "context" &&
    one.scopingState !== "observed" &&
    one.occurredAt >= start &&
    one.occurredAt < end &&
    (agent === undefined || one.fromAgent === agent || one.toAgent === agent) &&
    (from === undefined || one.fromAgent === from) &&
    (to === undefined || one.toAgent === to) &&
    (rule === undefined || (one.ruleId ?? "") === rule) &&
    (mode === undefined || one.mode === mode) &&
    (workflow === undefined || one.workflowId === workflow)
  );
}

/** Each receiver reads a token once, since no calls are on record. */
function worthOf(view: SavingsView, period: Pages["savings"]["period"]): number {
  const priced = handoffs.filter((one) => isIn(one, view, period) && one.toModel === "m");
  return total(priced, (one) => {
    const isDearer = one.occurredAt.toISOString() >= "2026-03-29";
    return (netOf(one) * (isDearer ? 5_000 : 2_000)) / 1_000_000;
  });
}

async function readSql(view: SavingsView, { start, end }: Pages["savings"]["period"]) {
  const { agent, from, to, rule, mode, workflow } = view;
  const { rows } = await database.db.execute<Record<"handoffs" | "offered" | "gross" | "net", string>>(
    sql`select count(*) as handoffs, coalesce(sum(before_tokens), 0) as offered,
        coalesce(sum(${sql.raw(CAUSES.map((cause) => `coalesce(saved_by_${cause}, 0)`).join(" + "))}), 0) as gross,
        coalesce(sum(saved_tokens - coalesce(summarizer_tokens, 0)), 0) as net
      from handoff where workspace_id = ${WORKSPACE} and kind = 'context' and scoping_state <> 'observed'
        and occurred_at >= ${start.toISOString()} and occurred_at < ${end.toISOString()}
        and (${agent ?? null}::text is null or ${agent ?? null}::text in (from_agent, to_agent))
        and from_agent = coalesce(${from ?? null}::text, from_agent) and to_agent = coalesce(${to ?? null}::text, to_agent)
        and coalesce(rule_id, '') = coalesce(${rule ?? null}::text, rule_id, '')
        and mode = coalesce(${mode ?? null}::text, mode)
        and (${workflow ?? null}::text is null or workflow_id = ${workflow ?? null}::text)`,
  );
  const [row] = rows;
  if (!row) throw new Error("an aggregate without groups gives one row");
  return {
    handoffs: Number(row.handoffs),
    offered: Number(row.offered),
    gross: Number(row.gross),
    net: Number(row.net),
  };
}

async function readAlerts({ range: _, tz: __, ...filter }: SavingsView, period: Pages["savings"]["period"]) {
  const window = { start: period.start.getTime(), end: period.end.getTime() };
  const read = async (figure: "tokens_saved" | "share_saved" | "money_saved" | "handoffs") =>
    metricOf(figure, await listAlertParts(database.db, { workspaceId: WORKSPACE, figure, filter, window }));
  return {
    tokens: await read("tokens_saved"),
    share: await read("share_saved"),
    dollars: await read("money_saved"),
    handoffs: await read("handoffs"),
  };
}

async function readApi(view: SavingsView) {
  const request = new Request(
    `http://localhost/api/v1/savings?${new URLSearchParams(Object.entries(view))}`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  );
  return (await (await createRoutes({ db: database.db, changes }).fetch(request)).json()).totals;
}

/** Reads the share of each day from the file of the chart. */
function readShares({ savings: { points, buckets } }: Pages): string[] {
  const csv = toCsv({
    pointHeader: "day",
    unit: "share",
    series: SHARE_SERIES,
    points: sharePoints(points, buckets),
  });
  return csv.trim().split("\r\n").slice(1);
}

function readSharesOfDays(view: SavingsView, { savings: { period, buckets, bucket } }: Pages): string[] {
  const scope = { workspaceId: WORKSPACE, range: period, filter: {}, bucket };
  const days = groupBy(
    handoffs.filter((one) => isIn(one, view, period)),
    (one) => keyOf(one.occurredAt, scope),
    (rows) => total(rows, netOf) / total(rows, ({ beforeTokens }) => beforeTokens),
  );
  return buckets.map((key) => `${key},${days[key] ?? ""}`);
}

/** Reads the rows of a CSV file whose values need no quotes. */
function readFile(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(header.map((name, place) => [name, row[place] ?? ""])));
}

function sumOf(file: readonly Record<string, string>[], column: string): number {
  return total(file, (row) => Number(row[column]));
}

function sumPoints(points: readonly { values: Readonly<Record<string, number | null>> | null }[]): number {
  return total(points, ({ values }) => total(Object.values(values ?? {}), (value) => value));
}

/** Returns the expected answer of every source of a metric. */
function same(sources: Record<string, number>, expected: number): Record<string, number> {
  return Object.fromEntries(Object.keys(sources).map((name) => [name, expected]));
}
