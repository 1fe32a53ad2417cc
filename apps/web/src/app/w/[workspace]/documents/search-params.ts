import type { StalenessLevel } from "@baton/core/handoff-document";
import {
  createSearchParamsCache,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { RouterInputs } from "@/server/root";

/** Repeated here, because importing them from core would load its schemas too. */
const STALENESS = [
  ...(["FRESH", "SLIGHTLY_STALE", "STALE", "VERY_STALE"] as const satisfies readonly StalenessLevel[]),
  "unknown",
] as const;

/** Filters of the list, as in the URL. `finding` is a code, or `errors` for any error. */
export const documentListParams = {
  search: parseAsString,
  quality: parseAsStringLiteral(["good", "low"] as const),
  staleness: parseAsStringLiteral(STALENESS),
  phase: parseAsString,
  finding: parseAsString,
  project: parseAsString,
};

export const documentListParamsCache = createSearchParamsCache(documentListParams);

export type DocumentListParams = inferParserType<typeof documentListParams>;

/** Converts the URL's parameters to a query input. */
export function toListInput(
  workspace: string,
  { search, quality, staleness, phase, finding, project }: DocumentListParams,
): Omit<RouterInputs["documents"]["list"], "cursor"> {
  return {
    workspace,
    search: search || undefined,
    quality: quality ?? undefined,
    staleness: staleness ?? undefined,
    phase: phase ?? undefined,
    finding: finding ?? undefined,
    project: project ?? undefined,
  };
}
