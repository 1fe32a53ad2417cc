import { DEFAULT_BUDGET_LIMITS } from "@baton/core/tokens";
import {
  type Database,
  getManifestTotals,
  getSavings,
  getSession,
  getTaskTotals,
  listAgents,
  listBlockedFields,
  listCompactionDays,
  listDailyUsage,
  listDelegationSizes,
  listFieldFlows,
  listFieldNames,
  listLatestSessionsOfPairs,
  listLeaks,
  listManifestDays,
  listManifestErrors,
  listPairKinds,
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
  searchContent,
} from "@baton/db";

/** The maximum number of series in a chart. */
const SERIES_LIMIT = 8;

/** One query of a page. */
export interface Read {
  name: string;
  run: (db: Database) => Promise<unknown>;
}

/** Values to query for. */
export interface ReadPlace {
  workspaceId: string;
  /** The end of the data, in PostgreSQL's format. */
  end: string;
  /** The rule with the most handoffs. */
  rule: string;
  from: string;
  to: string;
  /** A session of about 50 handoffs. */
  sessionId: string;
}

const DAY = 86_400_000;
const PRESETS = { "24 h": 1, "7 days": 7, "30 days": 30, "90 days": 90 };

/** Time zones with other days, by their hours ahead of UTC at the end of the load. */
const ZONES = { "Europe/Berlin": 2, "America/Los_Angeles": -7, "Asia/Kolkata": 5.5, "Pacific/Auckland": 13 };

/**
 * Lists every chart and tile over every preset and over 90 days of other zones, with every kind of filter,
 * and the lists of filter values.
 */
export function listChartReads(place: ReadPlace): Read[] {
  const { workspaceId, rule, from, to } = place;
  const filters: Record<string, SavingsFilter> = {
    all: {},
    "one rule": { ruleId: rule },
    "one pair": { from, to },
    "one mode": { mode: "scoped" },
    "one agent": { agent: from },
    "a rule and a pair": { ruleId: rule, from, to },
    "a mode and a pair": { mode: "scoped", from, to },
    "a rule and an agent": { ruleId: rule, agent: to },
  };
  const presets = Object.entries(PRESETS).map(([name, days]) => ({
    name,
    days,
    range: rangeOf(place, days),
  }));
  const zones = Object.entries(ZONES).map(([timeZone, ahead]) => ({
    name: `90 days of ${timeZone}`,
    days: 90,
    range: { ...rangeOf(place, 90, ahead), timeZone },
  }));
  const charts = [...presets, ...zones].flatMap(({ name: period, days, range }) => {
    const named = Object.entries(filters).flatMap(([filter, filtered]) =>
      readsOf({ workspaceId, range, filter: filtered }, days).map(([name, run]) => ({
        name: `${name}, ${period}, ${filter}`,
        run,
      })),
    );
    const scope = { workspaceId, range };
    const plain: Read[] = [
      {
        name: `compactions, ${period}`,
        run: (db) => listCompactionDays(db, { ...scope, filter: {}, bucket: bucketOf(days) }),
      },
      { name: `calls of subagents, ${period}`, run: (db) => listDelegationSizes(db, scope) },
      ...documentReads({ ...scope, filter: {}, bucket: bucketOf(days) }).map(([name, run]) => ({
        name: `${name}, ${period}`,
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

/** The number of manifests and tasks per day does not depend on the number of handoffs. */
function documentReads(scope: Parameters<typeof listTaskDays>[1]): [string, Read["run"]][] {
  const limits = DEFAULT_BUDGET_LIMITS;
  return [
    ["sums of manifests", (db) => getManifestTotals(db, { ...scope, limits })],
    ["manifests", (db) => listManifestDays(db, { ...scope, limits })],
    ["errors of manifests", (db) => listManifestErrors(db, scope)],
    ["sums of tasks", (db) => getTaskTotals(db, scope)],
    ["tasks", (db) => listTaskDays(db, scope)],
    ["errors of tasks", (db) => listTaskErrors(db, scope)],
  ];
}

function bucketOf(days: number): "day" | "hour" {
  return days <= 2 ? "hour" : "day";
}

function readsOf(scope: Parameters<typeof getSavings>[1], days: number): [string, Read["run"]][] {
  const series = { ...scope, bucket: bucketOf(days) };
  const split = { ...series, limit: SERIES_LIMIT };
  return [
    ["sums", (db) => getSavings(db, scope)],
    ["series", (db) => listSavingsByDay(db, series)],
    ["by model", (db) => listSavingsByModel(db, scope)],
    ["blocked fields", (db) => listBlockedFields(db, scope)],
    ["series by rule", (db) => listSavingsByDayAndRule(db, split)],
    ["rules", (db) => listRuleTraffic(db, scope)],
    ["series by pair", (db) => listSavingsByDayAndPair(db, split)],
    ["pairs", (db) => listPairTraffic(db, scope)],
    ["received", (db) => listReceivedByDay(db, split)],
  ];
}

/**
 * Lists pages of 50 sessions and of 50 handoffs at the start and deep down, a session of 50 handoffs, and the
 * live feed.
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

/** Lists searches over stored lines, by how often their words occur. */
export function listSearchReads({ workspaceId }: ReadPlace): Read[] {
  const searches = {
    "a word of every handoff": "claim",
    "words of few lines": "handoff 1234",
    "a phrase": '"did not answer within"',
    "a word of no line": "nonexistent",
  };
  return Object.entries(searches).map(([name, search]) => ({
    name,
    run: (db) => searchContent(db, { workspaceId, search, limit: 30 }),
  }));
}

/** Lists the pages of an agent, a field and a pair over 30 days: all queries of a page, one after the other. */
export function listSubjectReads(place: ReadPlace): Read[] {
  const { workspaceId, from, to } = place;
  const range = rangeOf(place, 30);
  const pages: Record<string, { field?: string; agent?: string; from?: string; to?: string }> = {
    "an agent": { agent: from },
    "a field": { field: "ssn" },
    "a pair": { from, to },
  };
  return Object.entries(pages).map(([name, filter]) => ({
    name,
    run: async (db) => {
      const scope = { workspaceId, range, filter, limit: 501 };
      await listFieldNames(db, { ...scope, search: undefined });
      await listFieldFlows(db, scope);
      const pairs = await listPairKinds(db, { ...scope, limit: 60 });
      await listLatestSessionsOfPairs(db, { workspaceId, end: range.end, limit: 20, pairs });
      const leaks = { workspaceId, start: range.start, end: range.end, limit: 50 };
      await listLeaks(db, { ...leaks, agent: filter.agent, name: filter.field });
      if (filter.agent !== undefined)
        await listDailyUsage(db, { workspaceId, range, by: [], filter: { agent: filter.agent } });
    },
  }));
}

/**
 * Returns a range like the presets of the page: the last 24 hours, or whole days including today.
 *
 * @param ahead hours that the clocks are ahead of UTC.
 */
function rangeOf({ end }: ReadPlace, days: number, ahead = 0) {
  const hour = Date.parse(end);
  const shift = ahead * 3_600_000;
  const last = new Date(days === 1 ? hour : Math.ceil((hour + shift) / DAY) * DAY - shift);
  return { start: new Date(last.getTime() - days * DAY), end: last, timeZone: "UTC" };
}
