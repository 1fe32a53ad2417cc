import { daysOfRange } from "@/search/range";
import type { SavingsViewParams } from "@/search/savings-view";
import type { SavingsView } from "@/server/inputs";

/** What savings may be narrowed to, in the order in which an address that has several is described. */
export const FILTER_NAMES = ["from", "to", "agent", "rule", "mode", "workflow"] as const;
export type Filters = Pick<SavingsViewParams, (typeof FILTER_NAMES)[number]>;

export const NO_FILTERS: Filters = {
  agent: null,
  from: null,
  to: null,
  rule: null,
  mode: null,
  workflow: null,
};

/** How many filters are set. */
export function countFilters(filters: Filters): number {
  return FILTER_NAMES.filter((name) => filters[name] !== null).length;
}

/** Whether a page shows less than what comes in: some agents or rules, or days that do not move on. */
export function isNarrowed(view: SavingsView): boolean {
  return daysOfRange(view.range) !== null || FILTER_NAMES.some((name) => view[name] !== undefined);
}
