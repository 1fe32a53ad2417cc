import type { TaskPriority } from "@baton/core/task";
import type { TaskSort } from "@baton/db";
import { createSearchParamsCache, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsSearch } from "@/search/list-input";
import { parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";

/** Repeated here, because importing them from core would load its schemas too. */
export const SORTS = ["recent", "deadline", "priority", "size"] as const satisfies readonly TaskSort[];
const PRIORITIES = ["high", "medium", "low"] as const satisfies readonly TaskPriority[];
const STATUSES = ["success", "error", "blocked", "unanswered"] as const;
const VERDICTS = ["accepted", "rejected"] as const;

/** Filters and order of the list, as in the URL. */
export const taskListParams = {
  search: parseAsSearch,
  sort: parseAsStringLiteral(SORTS).withDefault("recent"),
  session: parseAsString,
  agent: parseAsString,
  status: parseAsStringLiteral(STATUSES),
  verdict: parseAsStringLiteral(VERDICTS),
  priority: parseAsStringLiteral(PRIORITIES),
  finding: parseAsString,
  over: parseAsBoolean,
  reworked: parseAsBoolean,
  range: parseAsRange,
  tz: parseAsTimeZone,
};

export const taskListParamsCache = createSearchParamsCache(taskListParams);
