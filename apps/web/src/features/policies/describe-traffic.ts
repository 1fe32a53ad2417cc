import { formatCount } from "@baton/ui/format/number";
import { describePeriod } from "@/features/savings/overview/period-words";
import type { RouterOutputs } from "@/server/root";

/** Describes the period of the rules' traffic: "24 Oct to 22 Nov 2026". Empty while it loads. */
export function describeTraffic(traffic: RouterOutputs["policies"]["traffic"] | undefined): string {
  if (!traffic) return "";
  const { period, rules, ruleCount } = traffic;
  const cut = `, of the ${formatCount(rules.length)} busiest of ${formatCount(ruleCount)} rules`;
  return `${describePeriod(period)}${ruleCount > rules.length ? cut : ""}`;
}
