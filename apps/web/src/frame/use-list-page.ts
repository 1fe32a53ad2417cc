"use client";

import { type UseQueryStatesKeysMap, useQueryStates } from "nuqs";

/** Parameters that exclude no rows: the order, the columns, the zone of the days, and the session to compare with. */
const NO_FILTERS: readonly string[] = ["sort", "columns", "tz", "compare"];

type Parsers = UseQueryStatesKeysMap & Record<string, { parse(text: string): unknown }>;

/** Returns the parameters of a list in the URL, and functions that change its filters. */
export function useListPage<List extends Parsers>(parsers: List) {
  const [params, setParams] = useQueryStates(parsers);
  const set = (changes: Readonly<Record<string, unknown>>) => setParams((old) => ({ ...old, ...changes }));
  const remove = (keys: readonly string[]) => set(Object.fromEntries(keys.map((key) => [key, null])));
  return {
    params,
    setParams,
    isFiltered: hasFilters(params),
    /** Sets a filter to the value of an option; null removes it. */
    choose: (key: string, option: string | null) =>
      set({ [key]: option === null ? null : parsers[key]?.parse(option) }),
    remove,
    clear: () => remove(Object.keys(parsers).filter(isFilter)),
  };
}

/** Returns true if URL parameters exclude rows of a list. */
export function hasFilters(params: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(params).some(([key, value]) => isFilter(key) && value !== null && value !== false);
}

function isFilter(key: string): boolean {
  return !NO_FILTERS.includes(key);
}
