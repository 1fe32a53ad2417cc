import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { DEFAULT_RANGE, parseAsRange } from "./range";
import { parseAsTimeZone } from "./time-zone";

/** Splits of the usage page. */
export const USAGE_SPLITS = [
  "model",
  "agent",
  "person",
  "folder",
  "repository",
  "branch",
  "session",
] as const;
export type UsageSplit = (typeof USAGE_SPLITS)[number];

/** Period of the usage page, its split, and filters; an empty filter selects calls without that value. */
export const usageParams = {
  range: parseAsRange.withDefault(DEFAULT_RANGE),
  tz: parseAsTimeZone,
  by: parseAsStringLiteral(USAGE_SPLITS).withDefault("model"),
  model: parseAsString,
  agent: parseAsString,
  person: parseAsString,
  folder: parseAsString,
  repository: parseAsString,
  branch: parseAsString,
};

export const loadUsageParams = createLoader(usageParams);

/** Filters of the usage page. */
export const USAGE_FILTERS = ["model", "agent", "person", "folder", "repository", "branch"] as const;
type UsageFilterName = (typeof USAGE_FILTERS)[number];

/** Returns the input of the page's queries. */
export function toUsageView(
  {
    tz: _,
    ...params
  }: { range: string; tz: string | null; by: UsageSplit } & Record<UsageFilterName, string | null>,
  timeZone: string,
) {
  const { range, by, model, agent, person, folder, repository, branch } = params;
  return {
    range,
    tz: timeZone,
    by,
    model: model ?? undefined,
    agent: agent ?? undefined,
    person: person ?? undefined,
    folder: folder ?? undefined,
    repository: repository ?? undefined,
    branch: branch ?? undefined,
  };
}
