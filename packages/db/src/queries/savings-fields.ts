import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { Sum, selectPrepared } from "./rows";
import { isHandoffBehind } from "./savings-handoffs";
import type { SavingsScope } from "./savings-rows";

/** Outlines are large: of more handoffs with a blocked field than these, the latest are looked at. */
const LOOKED_AT = 500;
const MAX_FIELDS = 50;

const BlockedField = z.object({ path: z.string(), handoffCount: Sum, tokens: Sum });
export type BlockedField = z.infer<typeof BlockedField>;

const BlockedFields = z.object({ lookedAt: Sum, fields: z.array(BlockedField) });

/**
 * The fields that were blocked most in enforced contexts, each with how many handoffs lost it and how many tokens that were: over the
 * latest 500 handoffs of the range that lost any.
 *
 * @returns the fields, most tokens first, and how many handoffs were looked at.
 */
export async function listBlockedFields(db: Database, scope: SavingsScope) {
  const [found] = await selectPrepared(
    db,
    BlockedFields,
    sql`with latest as (
        select workspace_id, occurred_at, source_file_id, generation, sequence, ordinal from handoff
        where ${isHandoffBehind({ ...scope, cause: "blocked" })} order by occurred_at desc limit ${LOOKED_AT}),
      field as (
        select entry ->> 'path' as path, count(*) as "handoffCount",
          sum((entry ->> 'tokens')::numeric - coalesce((entry ->> 'after')::numeric, 0)) as tokens
        from latest, lateral (
            -- Each is looked up: joined, PostgreSQL would rather read all outlines.
            select entries from handoff_outline
            where (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal)
              = (latest.workspace_id, latest.occurred_at, latest.source_file_id, latest.generation, latest.sequence, latest.ordinal)
            offset 0) outline,
          jsonb_path_query(entries, '$[*] ? (@.cause == "blocked")') as entry
        group by 1 order by 3 desc, 1 limit ${MAX_FIELDS})
      select (select count(*) from latest) as "lookedAt",
        (select coalesce(jsonb_agg(field order by tokens desc, path), '[]') from field) as fields`,
  );
  if (!found) throw new Error("a select without from gives one row");
  return found;
}
