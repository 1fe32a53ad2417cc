import { ARTIFACT_TYPES } from "@baton/core/manifest";
import { ALERT_SHARES, type AlertLevel, type BudgetLimits } from "@baton/core/tokens";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";
import { bucketKey, type SavingsSeriesScope } from "./savings-bucket";

/** Totals of the current manifests. Sizes are tokens. */
const ManifestTotals = z.object({
  manifestCount: Sum,
  /** Totals of manifests with known sources, for the compression ratio. */
  detailTokens: Sum,
  condensedTokens: Sum,
  /** Counts by the share of the handoff budget that manifest and required reading use. */
  okCount: Sum,
  warningCount: Sum,
  criticalCount: Sum,
  exceededCount: Sum,
  /** Manifests that the gate blocked, and all with errors, regardless of their phase. */
  failedCount: Sum,
  errorCount: Sum,
});
type ManifestTotals = z.infer<typeof ManifestTotals>;

const ManifestDay = ManifestTotals.extend({
  day: z.string(),
  artifactType: z.enum(ARTIFACT_TYPES).nullable(),
});
export type ManifestDay = z.infer<typeof ManifestDay>;

type ManifestScope = SavingsSeriesScope & { limits: Pick<BudgetLimits, "handoffTokens"> };

/**
 * Returns the totals of each day (or hour) with manifests, by type, oldest first. A manifest has no rule and
 * no mode.
 */
export async function listManifestDays(db: Database, scope: ManifestScope): Promise<ManifestDay[]> {
  return selectRows(
    db,
    ManifestDay,
    sql`select ${bucketKey(scope, sql`written_at`)} as day, artifact_type as "artifactType", ${sumColumns(scope)}
      from manifest where ${isInScope(scope)} group by 1, 2 order by 1, 2`,
  );
}

/** Returns the totals for a range and a filter. */
export async function getManifestTotals(db: Database, scope: ManifestScope): Promise<ManifestTotals> {
  const [sums] = await selectRows(
    db,
    ManifestTotals,
    sql`select ${sumColumns(scope)} from manifest where ${isInScope(scope)}`,
  );
  if (!sums) throw new Error("an aggregate without groups gives one row");
  return sums;
}

/** Documents with an error of a code, per day or hour. */
export const FindingDay = z.object({ day: z.string(), code: z.string(), count: Sum });
export type FindingDay = z.infer<typeof FindingDay>;

/** Returns the number of manifests with an error per day or hour, by code. */
export async function listManifestErrors(db: Database, scope: SavingsSeriesScope): Promise<FindingDay[]> {
  return selectRows(
    db,
    FindingDay,
    sql`select ${bucketKey(scope, sql`written_at`)} as day, code, count(*) as count
      from manifest, lateral (
        select distinct finding ->> 'code' as code from jsonb_array_elements(findings) finding
        where finding ->> 'severity' = 'error') error
      where ${isInScope(scope)} and error_count > 0 group by 1, 2 order by 1, 2`,
  );
}

function sumColumns({ limits }: ManifestScope): SQL {
  const count = (level: AlertLevel) => sql`count(*) filter (where ${hasLevel(level, limits)})`;
  const hasSources = sql`detail_tokens > 0`;
  return sql`count(*) as "manifestCount",
    coalesce(sum(detail_tokens) filter (where ${hasSources}), 0) as "detailTokens",
    coalesce(sum(manifest_tokens) filter (where ${hasSources}), 0) as "condensedTokens",
    ${count("ok")} as "okCount",
    ${count("warning")} as "warningCount",
    ${count("critical")} as "criticalCount",
    ${count("exceeded")} as "exceededCount",
    count(*) filter (where not has_passed) as "failedCount",
    count(*) filter (where error_count > 0) as "errorCount"`;
}

/** Returns the condition that a manifest uses the share of a handoff budget that a level requires. */
export function hasLevel(level: AlertLevel, limits: Pick<BudgetLimits, "handoffTokens">): SQL {
  // Divide as JavaScript does, so that a manifest has the same level here and on its own page.
  const used = sql`((manifest_tokens + coalesce(required_reading_tokens, 0))::float8 / ${limits.handoffTokens}::float8)`;
  const { warning, critical, exceeded } = ALERT_SHARES;
  switch (level) {
    case "ok":
      return sql`${used} < ${warning}`;
    case "warning":
      return sql`${used} >= ${warning} and ${used} < ${critical}`;
    case "critical":
      return sql`${used} >= ${critical} and ${used} <= ${exceeded}`;
    case "exceeded":
      return sql`${used} > ${exceeded}`;
  }
}

function isInScope({ workspaceId, range, filter }: SavingsSeriesScope): SQL {
  const { agent, from, to, workflow } = filter;
  const conditions = [
    sql`workspace_id = ${workspaceId} and superseded_at is null`,
    sql`written_at >= ${range.start.toISOString()} and written_at < ${range.end.toISOString()}`,
  ];
  if (agent !== undefined) conditions.push(sql`(from_agent = ${agent} or ${agent} = any(to_agents))`);
  if (from !== undefined) conditions.push(sql`from_agent = ${from}`);
  if (to !== undefined) conditions.push(sql`${to} = any(to_agents)`);
  if (workflow !== undefined) conditions.push(wasHandedOverIn(workflow));
  return sql.join(conditions, sql` and `);
}

/**
 * Returns a condition that an event of the workflow names the manifest, by its path below the project root or
 * by its folder.
 */
function wasHandedOverIn(workflow: string): SQL {
  const below = sql`ltrim(substr(path, length(project_root) + 1), '/')`;
  const folder = sql`regexp_replace(${below}, '/manifest\\.json$', '')`;
  return sql`exists (
    select 1 from manifest_handoff
    where manifest_handoff.workspace_id = manifest.workspace_id and workflow_id = ${workflow}
      and artifacts && array[path, ${below}, ${folder}, ${folder} || '/'])`;
}
