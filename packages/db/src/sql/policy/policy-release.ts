import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { policyRelease } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";

type ReleaseRow = typeof policyRelease.$inferSelect;

/** Returns the running release of a workspace; null without one. */
export async function getRunningRelease(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<ReleaseRow | null> {
  const isRunning = and(eq(policyRelease.workspaceId, workspaceId), eq(policyRelease.state, "running"));
  const [row] = await db.select().from(policyRelease).where(isRunning);
  return row ?? null;
}

/** Inserts a running release. Needs `lockPolicies`. @returns its ID. */
export async function insertRelease(tx: Database, row: typeof policyRelease.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(policyRelease).values(row).returning({ id: policyRelease.releaseId });
  if (!inserted) throw new Error("an insert without conflict gives its row");
  return inserted.id;
}

/** Changes a release. Needs `lockPolicies`. */
export async function updateRelease(
  tx: Database,
  { workspaceId, releaseId }: Pick<ReleaseRow, "workspaceId" | "releaseId">,
  change: Pick<ReleaseRow, "stage"> | { state: "finished" | "stopped" },
): Promise<void> {
  const now = sql`now()`;
  await tx
    .update(policyRelease)
    .set("stage" in change ? { ...change, stageSince: now } : { ...change, endedAt: now })
    .where(and(eq(policyRelease.workspaceId, workspaceId), eq(policyRelease.releaseId, releaseId)));
}

const VersionEffect = z.object({
  policyVersion: z.string(),
  handoffs: Sum,
  sessions: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
  /** Handoffs of which blocked fields were removed, or that a rule refused. */
  blocked: Sum,
  /** Handoffs of which scoping failed. */
  errors: Sum,
  /** Handoffs that do not match the rules of their version. */
  violations: Sum,
  leaks: Sum,
});
type VersionEffect = z.infer<typeof VersionEffect>;

/**
 * Returns the effect of each version on the handoffs that it decided since a time; none without handoffs. Sizes are of
 * context handoffs, in tokens: hooks do not count what passes.
 */
export async function listVersionEffects(
  db: Database,
  { workspaceId, since, versions }: { workspaceId: string; since: Date; versions: readonly string[] },
): Promise<VersionEffect[]> {
  return selectRows(
    db,
    VersionEffect,
    sql`with decided as (
        select * from handoff
        where workspace_id = ${workspaceId} and occurred_at >= ${since.toISOString()}
          and policy_version in ${versions}),
      leaked as (
        select d.policy_version, count(*) as leaks from leak l
        join (select distinct event_id, policy_version from decided) d on d.event_id = l.blocked_event_id
        where l.workspace_id = ${workspaceId} and l.occurred_at >= ${since.toISOString()}
        group by 1)
      select policy_version as "policyVersion", count(*) as handoffs, count(distinct session_id) as sessions,
        coalesce(sum(before_tokens) filter (where kind = 'context'), 0) as "beforeTokens",
        coalesce(sum(after_tokens) filter (where kind = 'context'), 0) as "afterTokens",
        count(*) filter (where saved_by_blocked > 0 or scoping_state = 'denied_rule') as blocked,
        count(*) filter (where scoping_state in ('fallback_minus_blocked', 'denied_error')) as errors,
        count(*) filter (where enforcement = 'differs') as violations,
        coalesce(max(leaked.leaks), 0) as leaks
      from decided left join leaked using (policy_version) group by 1`,
  );
}

const ObservedEffect = z.object({
  handoffs: Sum,
  sessions: Sum,
  beforeTokens: Sum,
  afterTokens: Sum,
  /** Handoffs of which it would have removed more than the live version. */
  removing: Sum,
  /** Handoffs of which it would have passed more. */
  passing: Sum,
});
type ObservedEffect = z.infer<typeof ObservedEffect>;

/**
 * Returns what a candidate would have done since a time with handoffs that another version decided, as programs recorded
 * it; null without a record. Sizes are in tokens.
 */
export async function getObservedEffect(
  db: Database,
  { workspaceId, since, version }: { workspaceId: string; since: Date; version: string },
): Promise<ObservedEffect | null> {
  const [effect] = await selectRows(
    db,
    ObservedEffect,
    sql`select count(*) as handoffs, count(distinct session_id) as sessions,
        coalesce(sum(before_tokens) filter (where kind = 'context'), 0) as "beforeTokens",
        coalesce(sum((observed_rules ->> 'total_tokens')::bigint), 0) as "afterTokens",
        count(*) filter (where jsonb_array_length(observed_rules -> 'would_remove') > 0) as removing,
        count(*) filter (where jsonb_array_length(observed_rules -> 'would_pass') > 0) as passing
      from handoff
      join handoff_outline using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal)
      where workspace_id = ${workspaceId} and occurred_at >= ${since.toISOString()}
        and observed_rules ->> 'policy_version' = ${version}`,
  );
  return effect && effect.handoffs > 0 ? effect : null;
}
