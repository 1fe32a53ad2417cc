import { daysOfRange } from "@/search/range";
import type { SavingsViewParams } from "@/search/savings-view";
import type { SavingsView } from "@/server/inputs";

/** Filters of savings, in the order in which a URL with several is described. */
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

/** Counts the active filters. */
export function countFilters(filters: Filters): number {
  return FILTER_NAMES.filter((name) => filters[name] !== null).length;
}

/** Returns true if a page excludes some new events: it has filters, or a range with a fixed end. */
export function isFiltered(view: SavingsView): boolean {
  return daysOfRange(view.range) !== null || FILTER_NAMES.some((name) => view[name] !== undefined);
}
