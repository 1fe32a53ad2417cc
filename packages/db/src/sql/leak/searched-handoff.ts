import { OutlineEntry, SCOPING_STATES } from "@baton/core";
import { HANDOFF_KINDS } from "@baton/core/session";
import type { HandoffPlace, OutlinedHandoff } from "@baton/server/lineage";
import { fromStorableText } from "@baton/server/storable-text";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import type { leakSearch } from "../../schema/index";
import type { ResolvedHandoff } from "../handoff/handoff-write";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** Maximum handoffs, and maximum bytes of their stored outlines, that one transaction searches again. */
const [MAX_SEARCHED, MAX_SEARCHED_BYTES] = [200, 2_000_000];

/** The position of an event in its session. */
export const PLACE_COLUMNS = ["occurred_at", "source_file_id", "sequence", "ordinal", "generation"] as const;
/** The same as a list of columns in SQL. */
export const PLACE = sql.raw(PLACE_COLUMNS.join(", "));

/** A handoff to search for leaks. */
export interface SearchedHandoff extends OutlinedHandoff {
  readonly sessionId: string;
  readonly place: HandoffPlace;
}

/** Returns a handoff of a batch if it belongs to a session and recorded its fields. */
export function toSearched({
  sessionId,
  eventId,
  occurredAt,
  facts,
  ...position
}: ResolvedHandoff): SearchedHandoff[] {
  if (sessionId === null || !facts.outline?.length) return [];
  const { kind, fromAgent, toAgent, ruleId, policyVersion, scopingState, outline, outlineTruncated } = facts;
  const { sourceFileId, generation, sequence, ordinal } = position;
  const time = occurredAt.getTime();
  return [
    {
      sessionId,
      eventId,
      kind,
      fromAgent,
      toAgent,
      ruleId,
      occurredAt: time,
      policyVersion,
      scopingState,
      outline,
      outlineTruncated,
      agents: facts.agents && new Set(facts.agents),
      place: { occurredAt: time, sourceFileId, generation, sequence, ordinal },
    },
  ];
}

const NextHandoff = z.object({
  eventId: z.string(),
  kind: z.enum(HANDOFF_KINDS),
  fromAgent: z.string(),
  toAgent: z.string(),
  ruleId: z.string().nullable(),
  policyVersion: z.string().nullable(),
  scopingState: z.enum(SCOPING_STATES).nullable(),
  outline: z.array(OutlineEntry),
  outlineTruncated: z.boolean(),
  agents: z.array(z.string()).nullable(),
  occurredAt: Milliseconds,
  sourceFileId: Sum,
  generation: z.number(),
  sequence: Sum,
  ordinal: z.number(),
  readCount: Sum,
});

/** Reads the handoffs after the last searched one; at least one, if any exists. */
export async function readNext(
  db: Database,
  { workspaceId, sessionId, until, ...last }: typeof leakSearch.$inferSelect,
): Promise<{ handoffs: SearchedHandoff[]; isLast: boolean }> {
  const after = sql`${last.occurredAt.toISOString()}::timestamptz`;
  const rows = await selectRows(
    db,
    NextHandoff,
    sql`select event_id as "eventId", kind, from_agent as "fromAgent", to_agent as "toAgent", rule_id as "ruleId",
        policy_version as "policyVersion", scoping_state as "scopingState", entries as outline,
        is_truncated as "outlineTruncated", agents, extract(epoch from occurred_at) * 1000 as "occurredAt",
        source_file_id as "sourceFileId", generation, sequence, ordinal, read_count as "readCount"
      from (select *, count(*) over () as read_count, row_number() over in_order as place_number,
          sum(pg_column_size(entries)) over in_order as bytes
        from (select handoff.*, entries, is_truncated, agents from handoff
          join handoff_outline using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal)
          where workspace_id = ${workspaceId} and session_id = ${sessionId} and occurred_at >= ${after}
            and (${PLACE}) > (${after}, ${last.sourceFileId}::bigint, ${last.sequence}::bigint, ${last.ordinal}::int,
              ${last.generation}::int)
            and ${until ? sql`occurred_at <= ${until.toISOString()}::timestamptz` : sql`true`}
          order by ${PLACE} limit ${MAX_SEARCHED + 1}) read
        window in_order as (order by ${PLACE})) placed
      where place_number = 1 or (place_number <= ${MAX_SEARCHED} and bytes <= ${MAX_SEARCHED_BYTES}::bigint)
      order by ${PLACE}`,
  );
  const handoffs = rows.map((row) => {
    const { sourceFileId, generation, sequence, ordinal } = row;
    const occurredAt = row.occurredAt.getTime();
    return {
      sessionId: fromStorableText(sessionId),
      eventId: fromStorableText(row.eventId),
      kind: row.kind,
      fromAgent: fromStorableText(row.fromAgent),
      toAgent: fromStorableText(row.toAgent),
      ruleId: row.ruleId && fromStorableText(row.ruleId),
      policyVersion: row.policyVersion && fromStorableText(row.policyVersion),
      scopingState: row.scopingState,
      outline: row.outline.map((entry) => ({ ...entry, path: fromStorableText(entry.path) })),
      outlineTruncated: row.outlineTruncated,
      agents: row.agents && new Set(row.agents.map(fromStorableText)),
      occurredAt,
      place: { occurredAt, sourceFileId, generation, sequence, ordinal },
    };
  });
  return { handoffs, isLast: rows.length === (rows[0]?.readCount ?? 0) };
}
