import { HANDOFF_MODES } from "@baton/core";
import { createSearchParamsCache, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";

/** By what sessions are ordered, most first. */
export const SORTS = ["recent", "saved", "handoffs"] as const;

/** What the list is narrowed to, as it stands in the address. An empty `rule` means "no rule". */
export const sessionListParams = {
  search: parseAsString,
  sort: parseAsStringLiteral(SORTS).withDefault("recent"),
  range: parseAsRange,
  tz: parseAsTimeZone,
  agent: parseAsString,
  from: parseAsString,
  to: parseAsString,
  rule: parseAsString,
  mode: parseAsStringLiteral(HANDOFF_MODES),
  /** Only sessions with a handoff that did not follow the policy of its time. */
  drift: parseAsBoolean,
};

export const sessionListParamsCache = createSearchParamsCache(sessionListParams);
