import type { SavingsScope } from "@baton/db";
import { resolveRange } from "@/search/resolve-range";
import type { PeriodInput, SavingsView } from "./inputs";

/** Resolves a page's period at the present time. */
export function toPeriodScope(workspaceId: string, { range, tz }: PeriodInput) {
  return { workspaceId, range: resolveRange(range, tz, Date.now()) };
}

/** Converts the view of a savings page to the scope of its queries. */
export function toScope(
  workspaceId: string,
  { range, tz, rule, agent, from, to, mode, workflow }: SavingsView,
): SavingsScope {
  const filter = { agent, from, to, mode, workflow, ruleId: rule };
  return { ...toPeriodScope(workspaceId, { range, tz }), filter };
}
