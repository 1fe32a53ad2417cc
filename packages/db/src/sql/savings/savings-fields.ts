import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { blockedByField } from "../../schema/index";
import { Sum, selectRows } from "../statement/rows";
import { blockedOf } from "./blocked-field-totals";
import { readTotals } from "./read-totals";
import { isHandoffBehind, isHandoffOf } from "./savings-handoffs";
import type { SavingsScope } from "./savings-rows";

/** Maximum outlines to read with a filter that the rollups do not support, because outlines are large. */
const LOOKED_AT = 100;

const BlockedField = z.object({ path: z.string(), handoffCount: Sum, tokens: Sum });
type BlockedField = z.infer<typeof BlockedField>;

interface BlockedFields {
  /** Number of examined handoffs with a blocked field, newest first; null for all. */
  lookedAt: number | null;
  /** Most tokens first. */
  fields: BlockedField[];
}

/**
 * Returns the fields that were blocked most in enforced contexts, each with its number of handoffs and
 * tokens: for the whole range, or with a filter for the latest 100 handoffs with a blocked field.
 */
export async function listBlockedFields(db: Database, scope: SavingsScope): Promise<BlockedFields> {
  const isFiltered = Object.values(scope.filter).some((value) => value !== undefined);
  return isFiltered ? listOfLatest(db, scope) : { lookedAt: null, fields: await listOfRange(db, scope) };
}

async function listOfRange(db: Database, { workspaceId, range }: SavingsScope): Promise<BlockedField[]> {
  const isOne = isHandoffOf({ workspaceId, filter: {}, cause: "blocked" });
  const sums = readTotals(range, "range", {
    rollUp: blockedByField,
    keys: ["path"],
    sums: ["handoff_count", "tokens"],
    where: sql`workspace_id = ${workspaceId}`,
    rows: sql`(select workspace_id, occurred_at as at, path, handoff_count, tokens
      from handoff one, lateral (${blockedOf(workspaceId, "one")}) field where ${isOne})`,
  });
  return selectRows(db, BlockedField, rank(sql`${sums} sums`));
}

const Latest = z.object({ lookedAt: Sum, fields: z.array(BlockedField) });

async function listOfLatest(db: Database, scope: SavingsScope): Promise<BlockedFields> {
  const [found] = await selectRows(
    db,
    Latest,
    sql`with latest as (
        select workspace_id, occurred_at, source_file_id, generation, sequence, ordinal from handoff
        where ${isHandoffBehind({ ...scope, cause: "blocked" })} order by occurred_at desc limit ${LOOKED_AT}),
      field as (${rank(sql`latest, lateral (${blockedOf(scope.workspaceId, "latest")}) sums`)})
      select (select count(*) from latest) as "lookedAt",
        (select coalesce(jsonb_agg(field order by tokens desc, path), '[]') from field) as fields`,
  );
  if (!found) throw new Error("a select without from gives one row");
  return found;
}

function rank(sums: SQL): SQL {
  return sql`select path, sum(handoff_count) as "handoffCount", sum(tokens) as tokens from ${sums}
    group by path order by 3 desc, 1 limit 50`;
}
