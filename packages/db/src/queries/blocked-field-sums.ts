import { escapeKey, fromStorableText, type HandoffFacts, toStorableText } from "@baton/core";
import { and, eq, getTableName, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { blockedByFieldDay, blockedByFieldHour, type handoff, SPANS } from "../schema/index";
import { bringRows } from "./insert-rows";
import { deleteEmptySums, startInSql, startOf, sumUp } from "./roll-up";
import { selectPrepared, selectRows } from "./rows";

const ROLL_UPS = { hour: blockedByFieldHour, day: blockedByFieldDay };

const NO_SUMS = { handoffCount: 0, tokens: 0 };

/** Of a longer path this much is a key of sums: an index takes 2,700 bytes. */
const MAX_PATH_CHARACTERS = 500;

/** What of a handoff enters the sums. */
interface SummedHandoff {
  occurredAt: Date;
  facts: Pick<HandoffFacts, "kind" | "mode" | "scopingState" | "savedByCause" | "outline">;
}

/**
 * Adds the fields that were blocked in enforced contexts to the sums of their hours and days (UTC).
 *
 * @param handoffs that count: none that is a duplicate, none that was there before.
 */
export async function addToBlockedFields(
  db: Database,
  workspaceId: string,
  handoffs: readonly SummedHandoff[],
): Promise<void> {
  const blocked = handoffs.flatMap(listBlocked);
  if (blocked.length === 0) return;
  const hours = sumUp(
    blocked,
    ({ start, path }) => ({ workspaceId, start, path }),
    NO_SUMS,
    (sums, { tokens }) => {
      sums.handoffCount += 1;
      sums.tokens += tokens;
    },
  );
  const source = await bringRows(db, blockedByFieldHour, hours);
  await selectPrepared(
    db,
    z.object({}),
    sql`with sums as materialized (select workspace_id, hour, ${keyOf(sql`path`)} as path, handoff_count, tokens
        from (${source}) brought), ${ADD_TO_BOTH} select 1`,
  );
}

/** Of what a policy only observed nothing was taken out. */
function listBlocked({ occurredAt, facts }: SummedHandoff): { start: Date; path: string; tokens: number }[] {
  const { kind, mode, scopingState, savedByCause, outline } = facts;
  const isEnforced = kind === "context" && mode !== null && scopingState !== "observed";
  if (!isEnforced || !outline || !savedByCause || savedByCause.blocked === 0) return [];
  const start = startOf("hour", occurredAt);
  return outline.flatMap(({ path, tokens, after = tokens, cause }) =>
    cause === "blocked" && after < tokens ? [{ start, path, tokens: tokens - after }] : [],
  );
}

/**
 * In one order for all writers, so that two who add to the same sums never wait for one another in a ring.
 */
const ADD_TO_BOTH = sql.raw(
  SPANS.map((span) => {
    const table = `blocked_by_field_${span}`;
    return `add_to_${span} as (
      insert into ${table} (workspace_id, ${span}, path, handoff_count, tokens)
      select workspace_id, ${startInSql(span, "hour")}, path, sum(handoff_count), sum(tokens) from sums group by 1, 2, 3 order by 1, 2, 3
      on conflict (workspace_id, ${span}, path) do update
        set handoff_count = ${table}.handoff_count + excluded.handoff_count, tokens = ${table}.tokens + excluded.tokens)`;
  }).join(),
);

/**
 * Takes handoffs that are being deleted out of the sums, by their outlines, which are still there; sums that
 * nothing is left of go. By the database: outlines of a batch may hold more than fits into memory here.
 *
 * @param tx a transaction, in which nothing is stored meanwhile.
 */
export async function removeFromBlockedFields(
  tx: Database,
  workspaceId: string,
  handoffs: readonly (typeof handoff.$inferSelect)[],
): Promise<void> {
  const blocking = handoffs.filter(
    ({ scopingState, savedByBlocked }) => scopingState !== "observed" && (savedByBlocked ?? 0) > 0,
  );
  if (blocking.length === 0) return;
  const places = blocking.map(({ occurredAt, sourceFileId, generation, sequence, ordinal }) => ({
    workspace_id: workspaceId,
    occurred_at: occurredAt.toISOString(),
    source_file_id: sourceFileId,
    generation,
    sequence,
    ordinal,
  }));
  await selectRows(
    tx,
    z.object({}),
    sql`with gone as materialized (
        select ${sql.raw(startInSql("hour", "occurred_at"))} as hour, path, sum(handoff_count) as handoff_count, sum(tokens) as tokens
        from json_to_recordset(${JSON.stringify(places)}::text::json) as one(workspace_id text, occurred_at timestamptz,
          source_file_id bigint, generation int, sequence bigint, ordinal int), lateral (${blockedOf("one")}) field
        group by 1, 2), ${takeFromBoth(workspaceId)} select 1`,
  );
  const times = blocking.map(({ occurredAt }) => occurredAt);
  for (const span of SPANS) {
    const table = ROLL_UPS[span];
    await deleteEmptySums(tx, table, { workspaceId, span, times, isEmpty: lte(table.handoffCount, 0) });
  }
}

function takeFromBoth(workspaceId: string): SQL {
  const parts = SPANS.map((span) => {
    const [table, at] = [sql.raw(`blocked_by_field_${span}`), sql.raw(span)];
    return sql`${sql.raw(`take_from_${span}`)} as (
      update ${table} sums set handoff_count = sums.handoff_count - less.handoff_count, tokens = sums.tokens - less.tokens
      from (select ${sql.raw(startInSql(span, "hour"))} as at, path, sum(handoff_count) as handoff_count, sum(tokens) as tokens
        from gone group by 1, 2) less
      where sums.workspace_id = ${workspaceId} and sums.${at} = less.at and sums.path = less.path)`;
  });
  return sql.join(parts, sql`, `);
}

/**
 * Erases the sums of the fields of an agent's output, whose paths begin with its id, of times whose lines are
 * gone: of what is left in outlines sums are what they have to be.
 *
 * @param agent its id as it is stored.
 * @returns how many rows went, by table.
 */
export async function eraseBlockedFields(
  tx: Database,
  { workspaceId, agent }: { workspaceId: string; agent: string },
): Promise<Record<string, number>> {
  const root = toStorableText(escapeKey(fromStorableText(agent)));
  const isOfAgent = sql`(path = ${keyOf(sql`${root}`)} or starts_with(path, ${`${root}.`}) or starts_with(path, ${`${root}[`}))`;
  const oldest = sql`(select min(occurred_at) from event where workspace_id = ${workspaceId})`;
  const erased: Record<string, number> = {};
  for (const span of SPANS) {
    const table = ROLL_UPS[span];
    const isGone = sql`${table.start} < coalesce(${oldest}, 'infinity')`;
    const rows = await tx
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), isOfAgent, isGone))
      .returning({ workspaceId: table.workspaceId });
    erased[getTableName(table)] = rows.length;
  }
  return erased;
}

/** What a blocked field is in the entries of an outline: as in the ledger, one of which less is left. */
const IS_BLOCKED = `$[*] ? (@.cause == "blocked" && @.after < @.tokens)`;

/**
 * The fields that were blocked of a handoff, as sums of one have them: a lateral
 * subquery. Its outline is looked up; joined, PostgreSQL would rather read all of them.
 * Outlines of before sizes had a limit hold larger ones.
 *
 * @param one a row with the handoff's workspace, time and position; that something of it was blocked, and
 *   that it was enforced, is for others to ask.
 */
export function blockedOf(one: string): SQL {
  const place = ["workspace_id", "occurred_at", "source_file_id", "generation", "sequence", "ordinal"];
  const size = (name: string) => `least((entry ->> '${name}')::numeric, 1000000000)`;
  return sql.raw(`select left(entry ->> 'path', ${MAX_PATH_CHARACTERS}) as path, 1 as handoff_count,
      (${size("tokens")} - ${size("after")})::bigint as tokens
    from handoff_outline, jsonb_path_query(entries, '${IS_BLOCKED}') as entry
    where (${place.join()}) = (${place.map((name) => `${one}.${name}`).join()}) offset 0`);
}

function keyOf(path: SQL): SQL {
  return sql`left(${path}, ${sql.raw(String(MAX_PATH_CHARACTERS))})`;
}
