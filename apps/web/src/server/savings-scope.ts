import type { SavingsScope } from "@baton/db";
import { resolveRange } from "@/search/resolve-range";
import type { PeriodInput, SavingsView } from "./inputs";

/** What a page's period means now. */
export function toPeriodScope(workspaceId: string, { range, tz }: PeriodInput) {
  return { workspaceId, range: resolveRange(range, tz, Date.now()) };
}

/** What a page of savings looks at, as queries take it. */
export function toScope(
  workspaceId: string,
  { range, tz, rule, agent, from, to, mode, workflow }: SavingsView,
): SavingsScope {
  const filter = { agent, from, to, mode, workflow, ruleId: rule };
  return { ...toPeriodScope(workspaceId, { range, tz }), filter };
}
