import type { ArtifactType, RolloutPhase } from "@baton/core/manifest";
import type { AlertLevel } from "@baton/core/tokens";
import type { ReviewState } from "@baton/db";
import { createSearchParamsCache, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsSearch } from "@/search/list-input";
import { parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";

/** Repeated here, because importing them from core would load its schemas too. */
const TYPES = ["research", "plan", "implementation", "handoff"] as const satisfies readonly ArtifactType[];
const PHASES = ["observe", "warn", "enforce"] as const satisfies readonly RolloutPhase[];
const LEVELS = ["ok", "warning", "critical", "exceeded"] as const satisfies readonly AlertLevel[];
const REVIEWS = ["not_reviewed", "approved", "sent_back"] as const satisfies readonly ReviewState[];

/** Filters of the list, as in the URL. `finding` is a code, or `errors` for any error. */
export const manifestListParams = {
  search: parseAsSearch,
  agent: parseAsString,
  type: parseAsStringLiteral(TYPES),
  phase: parseAsStringLiteral(PHASES),
  finding: parseAsString,
  review: parseAsStringLiteral(REVIEWS),
  range: parseAsRange,
  tz: parseAsTimeZone,
  level: parseAsStringLiteral(LEVELS),
  /** Filters by manifests that the gate blocked. */
  gate: parseAsStringLiteral(["failed"]),
};

export const manifestListParamsCache = createSearchParamsCache(manifestListParams);
