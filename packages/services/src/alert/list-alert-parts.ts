import { groupBy } from "@baton/core/internal";
import {
  countLeaksByHour,
  type Database,
  getCallHabits,
  getPriceBook,
  getRollout,
  listManifestDays,
  listSavingsByDay,
  listSavingsByModel,
  listTaskDays,
  type SavingsSeriesScope,
} from "@baton/db";
import type { AlertFilter, AlertMetric, AlertWindow, MetricPart } from "@baton/server/alert";
import { worthOfSaved } from "@baton/server/pricing";
import { netOf } from "@baton/server/savings";
/**
 * Returns what each hour adds to a metric, from the same sums and definitions as the tiles. Manifests count
 * in their current state, in the hour when they were written.
 *
 * @param query.window whole hours.
 */
export async function listAlertParts(
  db: Database,
  query: { workspaceId: string; figure: AlertMetric; filter: AlertFilter; window: AlertWindow },
): Promise<MetricPart[]> {
  const { workspaceId, figure, window } = query;
  const { rule: ruleId, ...filter } = query.filter;
  const range = { start: new Date(window.start), end: new Date(window.end), timeZone: "UTC" };
  const scope: SavingsSeriesScope = { workspaceId, range, filter: { ...filter, ruleId }, bucket: "hour" };
  switch (figure) {
    case "tokens_saved":
      return (await listSavingsByDay(db, scope)).map((sums) =>
        toPart(sums.day, netOf(sums), sums.handoffCount),
      );
    case "share_saved":
      return (await listSavingsByDay(db, scope)).map((sums) =>
        toPart(sums.day, netOf(sums), sums.beforeTokens),
      );
    case "handoffs":
      return (await listSavingsByDay(db, scope)).map((sums) => toPart(sums.day, sums.handoffCount, 0));
    case "money_saved":
      return listWorth(db, scope);
    case "handoffs_over_500":
      return (await listTaskDays(db, scope)).map((sums) => toPart(sums.day, sums.overTargetCount, 0));
    case "leaks": {
      const { start, end } = range;
      const hours = await countLeaksByHour(db, { workspaceId, ...filter, ruleId, start, end });
      return hours.map(({ hour, count }) => ({ hour: hour.getTime(), amount: count, base: 0 }));
    }
    case "compression_ratio":
    case "over_budget_share":
    case "failed_gate_share":
      return listManifestParts(db, scope, figure);
  }
}

function toPart(hour: string, amount: number, base: number): MetricPart {
  return { hour: Date.parse(`${hour}:00:00Z`), amount, base };
}

/** Returns a row per artifact type; the rows of an hour add up. */
async function listManifestParts(
  db: Database,
  scope: SavingsSeriesScope,
  figure: "compression_ratio" | "over_budget_share" | "failed_gate_share",
): Promise<MetricPart[]> {
  const { rollout } = await getRollout(db, scope);
  const rows = await listManifestDays(db, { ...scope, limits: rollout.budgets });
  const parts = new Map<string, MetricPart>();
  for (const sums of rows) {
    const before = parts.get(sums.day) ?? { amount: 0, base: 0 };
    const [amount, base] = {
      compression_ratio: [sums.detailTokens, sums.condensedTokens] as const,
      over_budget_share: [sums.exceededCount, sums.manifestCount] as const,
      failed_gate_share: [sums.failedCount, sums.manifestCount] as const,
    }[figure];
    parts.set(sums.day, toPart(sums.day, before.amount + amount, before.base + base));
  }
  return [...parts.values()];
}

/** Returns the net value in US dollars. Omits hours without any priced tokens: their value is unknown. */
async function listWorth(db: Database, scope: SavingsSeriesScope): Promise<MetricPart[]> {
  const prices = await getPriceBook(db, scope);
  const habits = await getCallHabits(db, { workspaceId: scope.workspaceId, before: scope.range.end });
  const rows = await listSavingsByModel(db, scope);
  return [...groupBy(rows, ({ day }) => day)].map(([hour, ofHour]) => {
    const tokens = ofHour.map((one) => ({ ...one, day: hour.slice(0, 10) }));
    const { dollars } = worthOfSaved(prices, tokens, habits);
    return toPart(hour, dollars ?? 0, dollars === null ? 0 : 1);
  });
}
