import { DEFAULT_BUDGET_LIMITS } from "@baton/core";
import {
  type Database,
  getManifestSums,
  getSavings,
  getSession,
  getTaskSums,
  listAgents,
  listBlockedFields,
  listCompactionDays,
  listDelegationSizes,
  listManifestDays,
  listManifestErrors,
  listPairTraffic,
  listReceivedByDay,
  listRecentActivity,
  listRuleTraffic,
  listSavedHandoffs,
  listSavingsByDay,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
  listSavingsByModel,
  listSessionHandoffs,
  listSessions,
  listTaskDays,
  listTaskErrors,
  listWorkflows,
  type SavingsFilter,
  SESSION_SORTS,
} from "@baton/db";

/** As many as charts tell apart. */
const SERIES_LIMIT = 8;

/** One question that a page asks of the database. */
export interface Read {
  name: string;
  run: (db: Database) => Promise<unknown>;
}

/** What there is to ask for. */
export interface ReadPlace {
  workspaceId: string;
  /** The moment at which the data ends, as PostgreSQL writes it. */
  end: string;
  /** Those that most handoffs belong to. */
  rule: string;
  from: string;
  to: string;
  /** One of about 50 handoffs, and when its first event and its last were. */
  sessionId: string;
  startedAt: string;
  lastEventAt: string;
}

const DAY = 86_400_000;
const PRESETS = { "24 h": 1, "7 days": 7, "30 days": 30, "90 days": 90 };

/**
 * Every chart and tile over every preset, without a filter and narrowed to a rule, a pair
 * or a mode, and the lists to narrow them by.
 */
export function listChartReads(place: ReadPlace): Read[] {
  const { workspaceId } = place;
  const filters: Record<string, SavingsFilter> = {
    all: {},
    "one rule": { ruleId: place.rule },
    "one pair": { from: place.from, to: place.to },
    "one mode": { mode: "scoped" },
  };
  const charts = Object.entries(PRESETS).flatMap(([preset, days]) => {
    const range = rangeOf(place, days);
    const named = Object.entries(filters).flatMap(([filter, narrowed]) =>
      readsOf({ workspaceId, range, filter: narrowed }, days, narrowed).map(([name, run]) => ({
        name: `${name}, ${preset}, ${filter}`,
        run,
      })),
    );
    const scope = { workspaceId, range };
    const plain: Read[] = [
      {
        name: `compactions, ${preset}`,
        run: (db) => listCompactionDays(db, { ...scope, filter: {}, bucket: bucketOf(days) }),
      },
      { name: `calls of subagents, ${preset}`, run: (db) => listDelegationSizes(db, scope) },
      ...documentReads({ ...scope, filter: {}, bucket: bucketOf(days) }).map(([name, run]) => ({
        name: `${name}, ${preset}`,
        run,
      })),
    ];
    return [...named, ...plain];
  });
  return [
    ...charts,
    { name: "agents to filter by", run: (db) => listAgents(db, { workspaceId }) },
    { name: "workflows to filter by", run: (db) => listWorkflows(db, { workspaceId }) },
  ];
}

/** Of manifests and tasks there are as many a day, however many handoffs. */
function documentReads(scope: Parameters<typeof listTaskDays>[1]): [string, Read["run"]][] {
  const limits = DEFAULT_BUDGET_LIMITS;
  return [
    ["sums of manifests", (db) => getManifestSums(db, { ...scope, limits })],
    ["manifests", (db) => listManifestDays(db, { ...scope, limits })],
    ["errors of manifests", (db) => listManifestErrors(db, scope)],
    ["sums of tasks", (db) => getTaskSums(db, scope)],
    ["tasks", (db) => listTaskDays(db, scope)],
    ["errors of tasks", (db) => listTaskErrors(db, scope)],
  ];
}

function bucketOf(days: number): "day" | "hour" {
  return days <= 2 ? "hour" : "day";
}

/** By a rule and a pair no chart is split that the other one narrows: that is a filter by both. */
function readsOf(
  scope: Parameters<typeof getSavings>[1],
  days: number,
  { ruleId, from, mode }: SavingsFilter,
): [string, Read["run"]][] {
  const series = { ...scope, bucket: bucketOf(days) };
  const reads: [string, Read["run"]][] = [
    ["sums", (db) => getSavings(db, scope)],
    ["series", (db) => listSavingsByDay(db, series)],
    ["by model", (db) => listSavingsByModel(db, scope)],
    ["blocked fields", (db) => listBlockedFields(db, scope)],
  ];
  if (from === undefined) {
    reads.push(["series by rule", (db) => listSavingsByDayAndRule(db, { ...series, limit: SERIES_LIMIT })]);
    reads.push(["rules", (db) => listRuleTraffic(db, scope)]);
  }
  if (ruleId === undefined && mode === undefined) {
    reads.push(["series by pair", (db) => listSavingsByDayAndPair(db, { ...series, limit: SERIES_LIMIT })]);
    reads.push(["pairs", (db) => listPairTraffic(db, scope)]);
    reads.push(["received", (db) => listReceivedByDay(db, { ...series, limit: SERIES_LIMIT })]);
  }
  return reads;
}

/** Filters that no roll-up knows, and days of other zones, over 90 days. */
export function listOtherReads(place: ReadPlace): Read[] {
  const range = rangeOf(place, 90);
  const filters: Record<string, SavingsFilter> = {
    "one agent": { agent: place.from },
    "a rule and a pair": { ruleId: place.rule, from: place.from, to: place.to },
    "a mode and a pair": { mode: "scoped", from: place.from, to: place.to },
    "a rule and an agent": { ruleId: place.rule, agent: place.to },
  };
  const scopes = Object.entries(filters).map(([name, filter]) => ({ name, range, filter }));
  const zones = ["Europe/Berlin", "Asia/Kolkata"].map((timeZone) => ({
    name: `days of ${timeZone}`,
    range: { ...range, timeZone },
    filter: {},
  }));
  return [...scopes, ...zones].flatMap(({ name, range, filter }) => {
    const scope = { workspaceId: place.workspaceId, range, filter };
    const split = { ...scope, limit: SERIES_LIMIT };
    return [
      { name: `sums, ${name}`, run: (db: Database) => getSavings(db, scope) },
      { name: `series, ${name}`, run: (db: Database) => listSavingsByDay(db, scope) },
      { name: `series by rule, ${name}`, run: (db: Database) => listSavingsByDayAndRule(db, split) },
      { name: `series by pair, ${name}`, run: (db: Database) => listSavingsByDayAndPair(db, split) },
    ];
  });
}

/**
 * Pages of 50 sessions and of 50 handoffs at their beginning and deep down,
 * a session of 50 handoffs, and the live feed.
 */
export function listPageReads(place: ReadPlace): Read[] {
  const { workspaceId, sessionId } = place;
  const range = rangeOf(place, 90);
  const middle = new Date(range.end.getTime() - 45 * DAY);
  const deep = {
    recent: { value: middle.getTime(), sessionId: "" },
    saved: { value: 20_000, sessionId: "" },
    handoffs: { value: 12, sessionId: "run-" },
  };
  const sessions = SESSION_SORTS.flatMap((sort): Read[] => {
    const query = { workspaceId, sort, filter: {}, limit: 50 };
    return [
      { name: `sessions, ${sort} first`, run: (db) => listSessions(db, query) },
      {
        name: `sessions, ${sort} first, deep`,
        run: (db) => listSessions(db, { ...query, cursor: deep[sort] }),
      },
    ];
  });
  const behind = { workspaceId, range, filter: {}, limit: 50 };
  const cursor = { at: middle.toISOString(), sourceFileId: 0, generation: 0, sequence: 0, ordinal: 0 };
  return [
    ...sessions,
    { name: "handoffs", run: (db) => listSavedHandoffs(db, behind) },
    { name: "handoffs, deep", run: (db) => listSavedHandoffs(db, { ...behind, cursor }) },
    { name: "a session's row", run: (db) => getSession(db, { workspaceId, sessionId }) },
    {
      name: "a session of 50 handoffs",
      run: (db) => listSessionHandoffs(db, { workspaceId, sessionId }),
    },
    { name: "the live feed", run: (db) => listRecentActivity(db, { workspaceId, limit: 14 }) },
  ];
}

/** As the presets of the page are: the last 24 hours, or whole days with today's among them. */
function rangeOf({ end }: ReadPlace, days: number) {
  const hour = Date.parse(end);
  const last = new Date(days === 1 ? hour : Math.ceil(hour / DAY) * DAY);
  return { start: new Date(last.getTime() - days * DAY), end: last, timeZone: "UTC" };
}
