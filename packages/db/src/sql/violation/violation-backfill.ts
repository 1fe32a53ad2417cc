import { ContextHandoffEvent } from "@baton/core";
import type { PolicyCheck } from "@baton/server/lineage";
import { fromStorableText } from "@baton/server/storable-text";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { event, handoff, handoffOutline, policyVersion } from "../../schema/index";
import { atPlaceOfHandoff } from "../handoff/handoff-place";
import { restartLeaks } from "../leak/leak-search";
import { Sum, selectRows } from "../statement/rows";
import { toStorableJson } from "../statement/storable-json";
import { addViolationsToSessions, checkHandoffs } from "./violation-write";

/** Allows one process at a time across the database. */
const BACKFILL_LOCK = 7_220_151;

/**
 * Checks some of the handoffs that were stored before their policy version was reported. Each batch is
 * committed together with the marks of its sessions, so a caller can stop at any time and continue later. It
 * is finished when this returns 0.
 *
 * @param limit maximum number.
 * @returns the number of checked handoffs; 0 if none is left or another process is checking.
 */
export async function checkWaitingHandoffs(db: Database, { limit }: { limit: number }): Promise<number> {
  return db.transaction(async (tx) => {
    const {
      rows: [lock],
    } = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${BACKFILL_LOCK}) as taken`,
    );
    if (!lock?.taken) return 0;
    // Rows of a partitioned table are identified by their partition and their position in it.
    const { rowCount: withoutVersion } = await tx.execute(
      sql`update handoff set enforcement = 'unknown' where (tableoid, ctid) in (
          select tableoid, ctid from handoff where ${IS_WAITING} and policy_version is null limit ${limit})`,
    );
    if (withoutVersion) return withoutVersion;
    const version = await findWaitingVersion(tx);
    return version ? checkSome(tx, version, limit) : 0;
  });
}

const IS_WAITING = sql`enforcement is null and kind = 'context'`;

interface Version {
  workspaceId: string;
  policyVersion: string;
}

async function findWaitingVersion(db: Database): Promise<Version | null> {
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

/** Maximum length of outlines checked at once, in characters of JSON; they need ten times as much memory. */
const MAX_CHARACTERS = 4_000_000;
/** Maximum bytes of a stored line from which the agents of an old outline are read. */
const MAX_TEXT_BYTES = 64 * 1024;

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

async function checkSome(db: Database, version: Version, limit: number): Promise<number> {
  const rows = await db
    .select({
      handoff,
      outline: handoffOutline,
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
        eq(handoff.kind, "context"),
      ),
    )
    .orderBy(...IN_ORDER)
    .limit(await countBearable(db, version, limit));
  const verdicts = await checkHandoffs(
    db,
    version.workspaceId,
    rows.map(({ handoff: row, outline, text }) => ({
      occurredAt: row.occurredAt,
      facts: {
        ...row,
        fromAgent: fromStorableText(row.fromAgent),
        toAgent: fromStorableText(row.toAgent),
        ruleId: row.ruleId === null ? null : fromStorableText(row.ruleId),
        outline: outline?.entries.map((entry) => ({ ...entry, path: fromStorableText(entry.path) })) ?? null,
        outlineTruncated: outline?.isTruncated ?? false,
        agents: outline?.agents?.map(fromStorableText) ?? readAgents(text),
      },
    })),
  );
  const checked = rows.map((row, index) => ({
    handoff: row.handoff,
    verdict: verdicts[index] ?? ({ enforcement: "unknown", violation: null } satisfies PolicyCheck),
  }));
  await updateViolations(db, checked);
  // Leaks depend on their policy, too.
  const outlined = rows.flatMap(({ handoff: { sessionId }, outline }) => (outline && sessionId) ?? []);
  await restartLeaks(db, version.workspaceId, [...new Set(outlined)]);
  await addViolationsToSessions(
    db,
    version.workspaceId,
    checked.map(({ handoff: { sessionId }, verdict }) => ({ sessionId, verdict })),
  );
  return checked.length;
}

/**
 * Returns the agents of a context whose outline is older than their storage, from the line itself; null if
 * the line is not stored.
 */
function readAgents(text: string | null): string[] | null {
  if (text === null) return null;
  try {
    const read = ContextHandoffEvent.safeParse(JSON.parse(fromStorableText(text)));
    return read.data?.context_before_scoping.agents_included ?? null;
  } catch {
    return null;
  }
}

async function updateViolations(
  db: Database,
  checked: readonly { handoff: typeof handoff.$inferSelect; verdict: PolicyCheck }[],
): Promise<void> {
  const records = checked.map(({ handoff: row, verdict: { enforcement, violation } }) => ({
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
