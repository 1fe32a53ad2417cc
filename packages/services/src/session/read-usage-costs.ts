import { groupBy } from "@baton/core/internal";
import {
  COST_GROUPS,
  type Database,
  getPriceBook,
  listDailyUsage,
  type Usage,
  type UsageGroup,
} from "@baton/db";
import { costOfCalls, type Worth } from "@baton/server/pricing";

/** Calls have no end of their period. */
const END_OF_TIME = new Date("9999-01-01T00:00:00Z");

/**
 * Returns a function for the cost of a row of `listUsage` with the same scope and groups: dollars at the
 * prices of the workspace, null without a price, and the tokens without one.
 */
export async function readUsageCosts(
  db: Database,
  {
    workspaceId,
    sessionId,
    since,
    by,
  }: {
    workspaceId: string;
    sessionId?: string | undefined;
    since?: Date | undefined;
    by: readonly UsageGroup[];
  },
): Promise<(row: Usage) => Worth> {
  const range = { start: since ?? new Date(0), end: END_OF_TIME, timeZone: "UTC" };
  const groups = COST_GROUPS.filter((group) => by.includes(group));
  const [calls, prices] = await Promise.all([
    listDailyUsage(db, { workspaceId, range, by: groups, filter: { session: sessionId } }),
    getPriceBook(db, { workspaceId }),
  ]);
  const keyOf = (row: Record<UsageGroup, string | null>) => JSON.stringify(by.map((group) => row[group]));
  const costs = new Map(
    [...groupBy(calls, (call) => keyOf({ ...call, month: call.day.slice(0, 7) }))].map(([key, some]) => [
      key,
      costOfCalls(prices, some),
    ]),
  );
  return (row) =>
    costs.get(keyOf({ ...row, session: row.sessionId })) ?? { dollars: null, unpricedTokens: 0 };
}
