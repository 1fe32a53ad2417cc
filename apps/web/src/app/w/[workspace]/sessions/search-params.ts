import { HANDOFF_MODES } from "@baton/core/policy";
import { HANDOFF_KINDS } from "@baton/core/session";
import { createSearchParamsCache, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsSearch } from "@/search/list-input";
import { parseAsRange } from "@/search/range";
import { parseAsColumns } from "@/search/session-columns";
import { parseAsTimeZone } from "@/search/time-zone";

/** Sort keys of sessions, highest first. */
export const SORTS = ["recent", "saved", "handoffs"] as const;

/** Filters of the list, as in the URL. An empty `rule` means "no rule". */
export const sessionListParams = {
  search: parseAsSearch,
  sort: parseAsStringLiteral(SORTS).withDefault("recent"),
  range: parseAsRange,
  tz: parseAsTimeZone,
  agent: parseAsString,
  from: parseAsString,
  to: parseAsString,
  rule: parseAsString,
  workflow: parseAsString,
  kind: parseAsStringLiteral(HANDOFF_KINDS),
  /** Format of the session's files. */
  format: parseAsString,
  /** Folder in which the session ran. */
  project: parseAsString,
  mode: parseAsStringLiteral(HANDOFF_MODES),
  /** Shown columns; null: those that the user chose last. */
  columns: parseAsColumns,
  /** The session to compare with the one that is opened. */
  compare: parseAsString,
  /** Only sessions with an error. */
  errors: parseAsBoolean,
  /** Only sessions with a policy violation. */
  violation: parseAsBoolean,
  /** Only sessions with a leak. */
  leak: parseAsBoolean,
};

export const sessionListParamsCache = createSearchParamsCache(sessionListParams);
