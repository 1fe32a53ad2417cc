import type { StalenessLevel } from "@baton/core/handoff-document";
import { createSearchParamsCache, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsSearch } from "@/search/list-input";

/** Repeated here, because importing them from core would load its schemas too. */
const STALENESS = [
  ...(["FRESH", "SLIGHTLY_STALE", "STALE", "VERY_STALE"] as const satisfies readonly StalenessLevel[]),
  "unknown",
] as const;

/** Filters of the list, as in the URL. `finding` is a code, or `errors` for any error. */
export const documentListParams = {
  search: parseAsSearch,
  quality: parseAsStringLiteral(["good", "low"] as const),
  staleness: parseAsStringLiteral(STALENESS),
  phase: parseAsString,
  finding: parseAsString,
  project: parseAsString,
};

export const documentListParamsCache = createSearchParamsCache(documentListParams);
