import { createSearchParamsCache, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsSearch } from "@/search/list-input";
import { parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";
import type { RouterInputs } from "@/server/root";

/** Filters of the log, as in the URL. */
export const auditParams = {
  actor: parseAsString,
  action: parseAsString,
  search: parseAsSearch,
  range: parseAsRange,
  tz: parseAsTimeZone,
};

export const auditParamsCache = createSearchParamsCache(auditParams);

/** Converts the URL's parameters to a query input. @param timeZone zone of the period's days. */
export function toAuditInput(
  workspace: string,
  { actor, action, search, range }: inferParserType<typeof auditParams>,
  timeZone: string,
): RouterInputs["audit"]["list"] {
  return {
    workspace,
    actor: actor ?? undefined,
    action: action ?? undefined,
    subject: search ?? undefined,
    range: range ?? undefined,
    tz: range === null ? undefined : timeZone,
  };
}
