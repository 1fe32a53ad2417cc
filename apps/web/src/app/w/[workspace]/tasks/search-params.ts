import type { TaskPriority } from "@baton/core/task";
import type { TaskSort } from "@baton/db";
import {
  createSearchParamsCache,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";
import type { RouterInputs } from "@/server/root";

/** Repeated here, because importing them from core would load its schemas too. */
export const SORTS = ["recent", "deadline", "priority", "size"] as const satisfies readonly TaskSort[];
export const PRIORITIES = ["high", "medium", "low"] as const satisfies readonly TaskPriority[];
const STATUSES = ["success", "error", "blocked", "unanswered"] as const;
const VERDICTS = ["accepted", "rejected"] as const;

/** Filters and order of the list, as in the URL. */
export const taskListParams = {
  search: parseAsString,
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

export type TaskListParams = inferParserType<typeof taskListParams>;

/** Converts the URL's parameters to a query input. */
export function toFilterInput(workspace: string, params: TaskListParams): RouterInputs["tasks"]["metrics"] {
  const { search, session, agent, status, verdict, priority, finding, over, reworked, range, tz } = params;
  return {
    workspace,
    search: search || undefined,
    session: session ?? undefined,
    agent: agent ?? undefined,
    status: status ?? undefined,
    verdict: verdict ?? undefined,
    priority: priority ?? undefined,
    finding: finding ?? undefined,
    overTarget: over || undefined,
    reworked: reworked || undefined,
    range: range ?? undefined,
    tz: tz ?? undefined,
  };
}
