import type { PolicyCheck } from "@baton/server/lineage";
import { toStorableText } from "@baton/server/storable-text";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { event, handoff, handoffOutline, policyVersion, session } from "../../schema/index";
import { readColdTexts } from "../cold/cold-text";
import { atPlaceOfHandoff } from "../handoff/handoff-place";
import { Sum, selectRows } from "../statement/rows";
import { toStorableJson } from "../statement/storable-json";

/** Adds to the number of violations of sessions. */
export async function addViolationsToSessions(
  db: Database,
  workspaceId: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  // Use the same order for all writers, so that updates of the same sessions cannot deadlock.
  for (const [sessionId, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await db
      .update(session)
      .set({ violationCount: sql`${session.violationCount} + ${count}` })
      .where(and(eq(session.workspaceId, workspaceId), eq(session.sessionId, toStorableText(sessionId))));
  }
}

/** Allows one process at a time across the database. */
const BACKFILL_LOCK = 7_220_151;

/** Returns true if no other transaction checks waiting handoffs, and locks them out until the end of this one. */
export async function tryLockViolationCheck(tx: Database): Promise<boolean> {
  const {
    rows: [lock],
  } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${BACKFILL_LOCK}) as taken`);
  return lock?.taken === true;
}

const IS_WAITING = sql`enforcement is null and kind in ('context', 'retrieval')`;

/**
 * Marks waiting handoffs of a workspace that name no policy version as unknown.
 * @returns the number of marked ones; 0 if no workspace has one.
 */
export async function markWithoutVersion(db: Database, limit: number): Promise<number> {
  const isOne = sql`${IS_WAITING} and policy_version is null`;
  const [found] = await db.select({ workspaceId: handoff.workspaceId }).from(handoff).where(isOne).limit(1);
  if (!found) return 0;
  const isOfWorkspace = eq(handoff.workspaceId, found.workspaceId);
  // Rows of a partitioned table are identified by their partition and their position in it.
  const { rowCount } = await db.execute(
    sql`update handoff set enforcement = 'unknown' where ${isOfWorkspace} and (tableoid, ctid) in (
        select tableoid, ctid from handoff where ${isOfWorkspace} and ${isOne} limit ${limit})`,
  );
  return rowCount ?? 0;
}

interface Version {
  workspaceId: string;
  policyVersion: string;
}

/** Returns a reported policy version that handoffs wait for; null without one. */
export async function findWaitingVersion(db: Database): Promise<Version | null> {
  const [found] = await db
    .select({ workspaceId: policyVersion.workspaceId, policyVersion: policyVersion.policyVersion })
    .from(policyVersion)
    .where(
      sql`exists (select 1 from handoff where handoff.workspace_id = ${policyVersion.workspaceId}
        and handoff.policy_version = ${policyVersion.policyVersion} and ${IS_WAITING})`,
    )
    .limit(1);
  return found ?? null;
}

const IN_ORDER = [
  handoff.occurredAt,
  handoff.sourceFileId,
  handoff.generation,
  handoff.sequence,
  handoff.ordinal,
] as const;

/** Maximum length of outlines read at once, in characters of JSON; they need ten times as much memory. */
const MAX_CHARACTERS = 4_000_000;
/** Maximum bytes of a stored line from which the agents of an old outline are read. */
const MAX_TEXT_BYTES = 64 * 1024;

export type WaitingHandoff = Awaited<ReturnType<typeof listWaitingHandoffs>>[number];

/**
 * Lists the next handoffs that wait for a policy version, with their outlines, in order: at most `limit`, and
 * at least one if there is one. `text` is the line if the outline has no agents.
 */
export async function listWaitingHandoffs(db: Database, version: Version, limit: number) {
  const rows = await db
    .select({
      handoff,
      outline: handoffOutline,
      coldBytes: sql<
        number | null
      >`case when ${handoffOutline.agents} is null and ${event.coldBytes} <= ${MAX_TEXT_BYTES}
        then ${event.coldBytes} end`,
      text: sql<
        string | null
      >`case when ${handoffOutline.agents} is null and octet_length(${event.text}) <= ${MAX_TEXT_BYTES}
        then ${event.text} end`,
    })
    .from(handoff)
    .leftJoin(handoffOutline, atPlaceOfHandoff(handoffOutline))
    .leftJoin(event, atPlaceOfHandoff(event))
    .where(
      and(
        eq(handoff.workspaceId, version.workspaceId),
        eq(handoff.policyVersion, version.policyVersion),
        isNull(handoff.enforcement),
        inArray(handoff.kind, ["context", "retrieval"]),
      ),
    )
    .orderBy(...IN_ORDER)
    .limit(await countBearable(db, version, limit));
  const places = rows.flatMap(({ handoff: place, text, coldBytes }) =>
    text === null && coldBytes ? [place] : [],
  );
  const textAt = await readColdTexts(db, { workspaceId: version.workspaceId, table: "event", places });
  return rows.map(({ coldBytes: _, ...row }) => ({ ...row, text: row.text ?? textAt(row.handoff) }));
}

/** Returns the number of next handoffs that fit into one batch, at least one. */
async function countBearable(
  db: Database,
  { workspaceId, policyVersion: version }: Version,
  limit: number,
): Promise<number> {
  const place = sql`occurred_at, source_file_id, generation, sequence, ordinal`;
  const [bearable] = await selectRows(
    db,
    z.object({ count: Sum }),
    sql`select count(*) filter (where characters <= ${MAX_CHARACTERS}::int) as count from (
        select sum(coalesce(length(entries::text), 0)) over (order by ${place}) as characters
        from (select * from handoff where workspace_id = ${workspaceId} and policy_version = ${version} and ${IS_WAITING}
          order by ${place} limit ${limit}::int) waiting
        left join handoff_outline using (workspace_id, ${place})) sizes`,
  );
  return Math.max(1, bearable?.count ?? 0);
}

/** Stores the results of checks. */
export async function updateViolations(
  db: Database,
  checked: readonly (Pick<
    typeof handoff.$inferSelect,
    "workspaceId" | "occurredAt" | "sourceFileId" | "generation" | "sequence" | "ordinal"
  > & { verdict: PolicyCheck })[],
): Promise<void> {
  const records = checked.map(({ verdict: { enforcement, violation }, ...row }) => ({
    workspace_id: row.workspaceId,
    occurred_at: row.occurredAt,
    source_file_id: row.sourceFileId,
    generation: row.generation,
    sequence: row.sequence,
    ordinal: row.ordinal,
    enforcement,
    violation,
  }));
  await db.execute(
    sql`update handoff set enforcement = checked.enforcement, violation = checked.violation
      from json_to_recordset(${toStorableJson(records)}::text::json) as checked(workspace_id text, occurred_at timestamptz,
        source_file_id bigint, generation int, sequence bigint, ordinal int, enforcement text, violation jsonb)
      where handoff.workspace_id = checked.workspace_id and handoff.occurred_at = checked.occurred_at
        and handoff.source_file_id = checked.source_file_id and handoff.generation = checked.generation
        and handoff.sequence = checked.sequence and handoff.ordinal = checked.ordinal`,
  );
}
