import type { HandoffFacts } from "@baton/core/session";
import { lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { blockedByField, type handoff } from "../../schema/index";
import { bringRows } from "../statement/insert-rows";
import { addToRollUps, deleteEmptyTotals, quarterInSql, quarterOf, sumUp } from "./roll-up";

const NO_SUMS = { handoffCount: 0, tokens: 0 };

/** Length to which a path is cut as a key of sums, because an index entry holds 2,700 bytes. */
export const MAX_PATH_CHARACTERS = 500;

/** The columns of a handoff that totals need. */
interface SummedHandoff {
  occurredAt: Date;
  facts: Pick<HandoffFacts, "kind" | "mode" | "scopingState" | "savedByCause" | "outline">;
}

/**
 * Adds the blocked fields of enforced contexts to the totals by field.
 * @param handoffs new ones, without duplicates.
 */
export async function addToBlockedFields(
  db: Database,
  workspaceId: string,
  handoffs: readonly SummedHandoff[],
): Promise<void> {
  const blocked = handoffs.flatMap(listBlocked);
  if (blocked.length === 0) return;
  const quarters = sumUp(
    blocked,
    ({ occurredAt, path }) => ({ ...quarterOf(workspaceId, occurredAt), path }),
    NO_SUMS,
    (sums, { tokens }) => {
      sums.handoffCount += 1;
      sums.tokens += tokens;
    },
  );
  const source = await bringRows(db, blockedByField, quarters);
  const shortened = sql`select workspace_id, start, ${keyOf(sql`path`)} as path, handoff_count, tokens from (${source}) brought`;
  await addToRollUps(db, shortened, [blockedByField]);
}

interface BlockedField {
  occurredAt: Date;
  path: string;
  tokens: number;
}

/** An observed policy removed nothing. */
function listBlocked({ occurredAt, facts }: SummedHandoff): BlockedField[] {
  const { kind, mode, scopingState, savedByCause, outline } = facts;
  const isEnforced = kind === "context" && mode !== null && scopingState !== "observed";
  if (!isEnforced || !outline || !savedByCause || savedByCause.blocked === 0) return [];
  return outline.flatMap(({ path, tokens, after = tokens, cause }) =>
    cause === "blocked" && after < tokens ? [{ occurredAt, path, tokens: tokens - after }] : [],
  );
}

/**
 * Subtracts deleted handoffs from the sums, by their outlines, which still exist, and deletes sums of zero.
 * The database calculates this, because the outlines of a batch may not fit into memory here.
 *
 * @param tx a transaction that stores nothing meanwhile.
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
  const gone = sql`select workspace_id, ${quarterInSql("occurred_at")}, path, -handoff_count as handoff_count, -tokens as tokens
    from json_to_recordset(${JSON.stringify(places)}::text::json) as one(workspace_id text, occurred_at timestamptz,
      source_file_id bigint, generation int, sequence bigint, ordinal int), lateral (${blockedOf(workspaceId, "one")}) field`;
  await addToRollUps(tx, gone, [blockedByField]);
  const times = blocking.map(({ occurredAt }) => occurredAt);
  await deleteEmptyTotals(tx, blockedByField, {
    workspaceId,
    times,
    isEmpty: lte(blockedByField.handoffCount, 0),
  });
}

/**
 * Matches a blocked field in the entries of an outline, defined as in the ledger: a blocked entry that became
 * smaller.
 */
const IS_BLOCKED = `$[*] ? (@.cause == "blocked" && @.after < @.tokens)`;

/**
 * Selects a handoff's blocked fields with the columns of the totals, as a lateral subquery. Looks up the
 * outline, because with a join PostgreSQL would read all outlines. Outlines from before the size limit
 * contain larger sizes.
 * @param one a row with the handoff's time and position. The caller checks that it was enforced and has
 *   blocked fields.
 */
export function blockedOf(workspaceId: string, one: string): SQL {
  const place = ["occurred_at", "source_file_id", "generation", "sequence", "ordinal"];
  const size = (name: string) => `least((entry ->> '${name}')::numeric, 1000000000)`;
  const entries = sql.raw(`select left(entry ->> 'path', ${MAX_PATH_CHARACTERS}) as path, 1 as handoff_count,
      (${size("tokens")} - ${size("after")})::bigint as tokens
    from handoff_outline, jsonb_path_query(entries, '${IS_BLOCKED}') as entry
    where (${place.join()}) = (${place.map((name) => `${one}.${name}`).join()})`);
  return sql`${entries} and workspace_id = ${workspaceId} offset 0`;
}

function keyOf(path: SQL): SQL {
  return sql`left(${path}, ${sql.raw(String(MAX_PATH_CHARACTERS))})`;
}
