import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { connect, type Database } from "@baton/db";
import { migrate } from "@baton/db/migrate";
import { startPostgres } from "@baton/db/server";
import { sql } from "drizzle-orm";
import { loadDocuments } from "../load/documents";
import { loadHandoffs } from "../load/load";
import { type BenchRow, median } from "./bench-row";
import { READS_URLS } from "./env";
import {
  listChartReads,
  listPageReads,
  listSearchReads,
  listSubjectReads,
  type Read,
  type ReadPlace,
} from "./read-cases";

const MIGRATIONS = fileURLToPath(new URL("../../packages/db/migrations", import.meta.url));
const SIZES = [200_000, 2_000_000] as const;
const DAYS = 90;
const WORKSPACE = "default";
/** Repetitions per pass. More rounds reduce the effect of single slow reads. */
const ROUNDS = 11;
/** A short load on the machine affects only one pass of a read. */
const PASSES = 3;

/** A database to read from, and parameters of its reads. */
interface Loaded {
  db: Database;
  place: ReadPlace;
}

/**
 * Measures page queries over 2,000,000 handoffs in 90 days, compared with 200,000 and with a round trip
 * (`select 1`). The first run creates the databases and keeps them in `.data/bench`; the tables are warm.
 */
export async function benchReads(): Promise<BenchRow[]> {
  return withLoaded(0, (small) => withLoaded(1, (large) => compareReads(small, large)));
}

async function compareReads(small: Loaded, large: Loaded): Promise<BenchRow[]> {
  const charts = await time(listChartReads(large.place), listChartReads(small.place), small, large);
  const pages = await time(listPageReads(large.place), listPageReads(small.place), small, large);
  const searches = await time(listSearchReads(large.place), listSearchReads(small.place), small, large);
  const subjects = await time(listSubjectReads(large.place), listSubjectReads(small.place), small, large);
  const atWorst = ({ worst }: Timed) => worst;
  const toSmall = (timed: Timed) => timed.large / timed.small;
  const toTrip = (timed: Timed) => timed.large / timed.trip;
  const [slowest, grown, page] = [highest(charts, atWorst), highest(charts, toSmall), highest(pages, toTrip)];
  return [
    {
      what: "every chart and tile of 2,000,000 handoffs over 90 days, any filter and zone: the slowest read",
      figures: { [slowest.name]: slowest.worst, "its median": slowest.large, "select 1": slowest.trip },
      unit: "ms at the 95th percentile",
      ratio: null,
      goal: "≤ 30 ms",
      isMet: slowest.worst <= 30,
      note: describe(charts, atWorst, 30),
    },
    {
      what: "the same, compared with 200,000 handoffs: the read that grows most",
      figures: { [grown.name]: grown.large, "of 200,000": grown.small },
      unit: "ms",
      ratio: toSmall(grown),
      goal: "≤ 1.5 ×",
      isMet: toSmall(grown) <= 1.5,
      note: describe(charts, toSmall, 1.5),
    },
    {
      what: `pages of sessions and handoffs, one session of 50 handoffs: the slowest read`,
      figures: { [page.name]: page.large, "select 1": page.trip },
      unit: "ms",
      ratio: toTrip(page),
      goal: "≤ 5 ×",
      isMet: toTrip(page) <= 5,
      note: describe(pages, toTrip, 5),
    },
    toWorstRow(
      "full-text search over 100,000 sessions with 2,000,000 handoffs: the slowest search",
      searches,
      200,
    ),
    toWorstRow(
      "pages of an agent, a field and a pair over 100,000 sessions with 2,000,000 handoffs: the slowest page",
      subjects,
      100,
    ),
  ];
}

/** @param limit milliseconds at the 95th percentile. */
function toWorstRow(what: string, timed: readonly Timed[], limit: number): BenchRow {
  const slowest = highest(timed, ({ worst }) => worst);
  const others = timed.filter((one) => one !== slowest).map(({ name, worst }) => [name, worst]);
  return {
    what,
    figures: { [slowest.name]: slowest.worst, ...Object.fromEntries(others) },
    unit: "ms at the 95th percentile",
    ratio: null,
    goal: `≤ ${limit} ms`,
    isMet: slowest.worst <= limit,
  };
}

/** Medians, and the 95th percentile of the large database, in milliseconds. */
interface Timed {
  name: string;
  large: number;
  worst: number;
  small: number;
  trip: number;
}

/**
 * Alternates each read of both databases with a round trip, so that other load on the machine affects all
 * three.
 */
async function time(
  ofLarge: readonly Read[],
  ofSmall: readonly Read[],
  small: Loaded,
  large: Loaded,
): Promise<Timed[]> {
  const samples = ofLarge.map(() => ({ large: [] as number[], small: [] as number[], trip: [] as number[] }));
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const [index, { run }] of ofLarge.entries()) {
      for (let round = -1; round < ROUNDS; round += 1) {
        const trip = await clock(() => large.db.execute(sql`select 1`));
        const ofLargeTime = await clock(() => run(large.db));
        const ofSmallTime = await clock(() => ofSmall[index]?.run(small.db));
        // The first round warms up.
        if (round < 0) continue;
        samples[index]?.trip.push(trip);
        samples[index]?.large.push(ofLargeTime);
        samples[index]?.small.push(ofSmallTime);
      }
    }
  }
  return ofLarge.flatMap(({ name }, index) => {
    const of = samples[index];
    if (!of) return [];
    const worst = of.large.toSorted((a, b) => a - b)[Math.floor(of.large.length * 0.95)] ?? 0;
    return [{ name, large: median(of.large), worst, small: median(of.small), trip: median(of.trip) }];
  });
}

async function clock(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function highest(timed: readonly Timed[], figure: (one: Timed) => number): Timed {
  const [first] = timed.toSorted((a, b) => figure(b) - figure(a));
  if (!first) throw new Error("nothing was timed");
  return first;
}

function describe(timed: readonly Timed[], figure: (one: Timed) => number, goal: number): string {
  const over = timed.filter((one) => figure(one) > goal).toSorted((a, b) => figure(b) - figure(a));
  const middle = median(timed.map(figure));
  const names = over.map((one) => `${one.name} ${Number(figure(one).toPrecision(2))}`);
  return `of ${timed.length} the one in the middle ${Number(middle.toPrecision(2))}; above the goal ${over.length}: ${names.slice(0, 12).join(", ") || "none"}`;
}

/** Runs reads on one of the databases, and always stops its server afterwards. */
async function withLoaded<Result>(index: 0 | 1, use: (loaded: Loaded) => Promise<Result>): Promise<Result> {
  const given = READS_URLS[index];
  if (given !== undefined) return withPlace(given, use);
  const handoffs = SIZES[index];
  const folder = resolve(`.data/bench/${handoffs}`);
  await mkdir(folder, { recursive: true });
  const server = await startPostgres({ dataDirectory: `${folder}/pg`, fast: true });
  try {
    await migrate(server.url, MIGRATIONS);
    const load = { handoffs, days: DAYS, end: Date.UTC(2026, 9, 1, 12), seed: 1, connections: 2 };
    await loadHandoffs(server.url, { ...load, workspaceId: WORKSPACE });
    await loadDocuments(server.url, { ...load, workspaceId: WORKSPACE }, `${folder}/documents`);
    return await withPlace(server.url, async (loaded) => {
      await loaded.db.execute(sql`vacuum analyze handoff, event, handoff_outline, session, compaction, savings_by_pair, savings_by_rule,
        savings_by_workspace, ungoverned_by_pair, compactions_by_agent, blocked_by_field, manifest, task_attempt`);
      return use(loaded);
    });
  } finally {
    await server.stop();
  }
}

async function withPlace<Result>(url: string, use: (loaded: Loaded) => Promise<Result>): Promise<Result> {
  const { db, close } = connect(url, { max: 1 });
  try {
    return await use({ db, place: await findPlace(db) });
  } finally {
    await close();
  }
}

/** Returns the busiest rule and pair, the end of the load, and a session of about 50 handoffs. */
async function findPlace(db: Database): Promise<ReadPlace> {
  const {
    rows: [place],
  } = await db.execute<{ [Key in keyof ReadPlace]: string }>(sql`
    select ${WORKSPACE} as "workspaceId",
      (select date_trunc('hour', max(last_event_at)) + interval '1 hour' from session)::text as end,
      (select rule_id from savings_by_rule where span = 1440 and rule_id <> '' group by 1 order by sum(handoff_count) desc limit 1) as rule,
      pair.from_agent as "from", pair.to_agent as "to",
      session_id as "sessionId"
    from (select from_agent, to_agent from savings_by_pair where span = 1440 group by 1, 2 order by sum(handoff_count) desc limit 1) pair,
      (select session_id from session
        where handoff_count between 45 and 55 and format = 'session' order by abs(handoff_count - 50), session_id limit 1) session`);
  if (!place) throw new Error("the database holds no load");
  return place;
}
