import type { ArtifactType, RolloutPhase } from "@baton/core/manifest";
import type { AlertLevel } from "@baton/core/tokens";
import type { ReviewState } from "@baton/db";
import {
  createSearchParamsCache,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseAsRange } from "@/search/range";
import { parseAsTimeZone } from "@/search/time-zone";
import type { RouterInputs } from "@/server/root";

/** Repeated here, because importing them from core would load its schemas too. */
const TYPES = ["research", "plan", "implementation", "handoff"] as const satisfies readonly ArtifactType[];
const PHASES = ["observe", "warn", "enforce"] as const satisfies readonly RolloutPhase[];
const LEVELS = ["ok", "warning", "critical", "exceeded"] as const satisfies readonly AlertLevel[];
const REVIEWS = ["not_reviewed", "approved", "sent_back"] as const satisfies readonly ReviewState[];

/** Filters of the list, as in the URL. `finding` is a code, or `errors` for any error. */
export const manifestListParams = {
  search: parseAsString,
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

export type ManifestListParams = inferParserType<typeof manifestListParams>;

/** Converts the URL's parameters to a query input. */
export function toListInput(
  workspace: string,
  { search, agent, type, phase, finding, review, range, tz, level, gate }: ManifestListParams,
): Omit<RouterInputs["manifests"]["list"], "cursor"> {
  return {
    workspace,
    search: search || undefined,
    agent: agent ?? undefined,
    type: type ?? undefined,
    phase: phase ?? undefined,
    finding: finding ?? undefined,
    review: review ?? undefined,
    range: range ?? undefined,
    tz: tz ?? undefined,
    level: level ?? undefined,
    gate: gate ?? undefined,
  };
}
