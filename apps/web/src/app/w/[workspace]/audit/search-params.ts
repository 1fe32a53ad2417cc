import { createSearchParamsCache, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";
import type { RouterInputs } from "@/server/root";

/** What the log is narrowed to, as it stands in the address. */
export const auditParams = {
  actor: parseAsString,
  action: parseAsString,
  search: parseAsString,
  range: parseAsRange,
  tz: parseAsTimeZone,
};

export const auditParamsCache = createSearchParamsCache(auditParams);

export type AuditParams = inferParserType<typeof auditParams>;

/** What to ask for, from what stands in the address. @param timeZone whose days a period is made of. */
export function toAuditInput(
  workspace: string,
  { actor, action, search, range }: AuditParams,
  timeZone: string,
): RouterInputs["audit"]["list"] {
  return {
    workspace,
    actor: actor ?? undefined,
    action: action ?? undefined,
    subject: search || undefined,
    range: range ?? undefined,
    tz: range === null ? undefined : timeZone,
  };
}
